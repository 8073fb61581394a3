/** How serious an entry of the journal is, from least to most. */
export const JOURNAL_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type JournalLevel = (typeof JOURNAL_LEVELS)[number]
