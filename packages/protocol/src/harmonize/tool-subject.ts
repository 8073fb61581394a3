/** Where the arguments of a tool say what it is about, the most telling first; of a path its end tells most. */
const TELLING = {
  command: 'words',
  cmd: 'words',
  file_path: 'path',
  filePath: 'path',
  path: 'path',
  pattern: 'words',
  query: 'words',
  url: 'words',
  notebook_path: 'path',
  skill: 'words',
  prompt: 'words',
  description: 'words',
} as const

/** What the arguments of a tool say it is about; undefined where they do not. */
export function toolSubject(args: unknown): { kind: 'words' | 'path'; text: string } | undefined {
  if (typeof args !== 'object' || args === null) return undefined
  for (const [name, kind] of Object.entries(TELLING)) {
    const text = Object.hasOwn(args, name) ? wordsOf((args as Record<string, unknown>)[name]) : ''
    if (text.trim() !== '') return { kind, text }
  }
  return undefined
}

/** Some agents give a command as the list of its words. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((word) => typeof word === 'string').join(' ')
  return typeof value === 'string' ? value : ''
}
