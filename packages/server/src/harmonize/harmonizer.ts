import { cutUtf8, type Draft, type EventType, type Fault, MAX_TEXT_BYTES, rowOf } from '@signalbox/protocol'
import type { Clean, Cleaned, TaskNotice, TextOrigin } from '@signalbox/protocol/clean'
import type { Commit } from '../log/log.js'
import type { Journal } from '../telemetry/journal.js'
import type { Metrics } from '../telemetry/metrics.js'
import { MAX_MESSAGE_BYTES } from './notification.js'
import { notified } from './notified.js'
import { spoken } from './spoken.js'
import { taskFact } from './task-drafts.js'
import { changeTexts } from './text-path.js'
import type { ReadText, ToldDraft } from './told-draft.js'

export interface HarmonizerDeps {
  clean: Clean
  journal: Journal
  metrics: Metrics
}

/** How long a text may be that an event shows. */
const MAX_BYTES: Partial<Record<EventType, number>> = { agent_notification: MAX_MESSAGE_BYTES }

/** What is typed here is a person's, whatever it looks like. */
const TYPED: TextOrigin = { kind: 'human' }

/**
 * Between the sources and the log: every text a person reads as a message is cleaned, once; what came is kept beside it.
 * What an agent's machinery said in such a text becomes events of its own. A text that cannot be cleaned is shown as it
 * came, and marked.
 */
export class Harmonizer {
  readonly #deps: HarmonizerDeps
  readonly #texts
  readonly #tags

  constructor(deps: HarmonizerDeps) {
    const { metrics } = deps
    this.#deps = deps
    this.#texts = metrics.counter(
      'signalbox_cleaned_texts_total',
      'Texts that went through the cleaner, by what became of them.',
      ['result'],
    )
    this.#tags = metrics.counter('signalbox_cleaned_tags_total', 'Tags the cleaner took out of texts.', [
      'tag',
    ])
  }

  /** The commit as it goes to the log; the same one where there is nothing to clean. */
  harmonize(commit: Commit): Commit {
    if (!commit.drafts.some(isRead)) return commit
    const drafts = commit.drafts.flatMap((draft) => (isRead(draft) ? this.#read(draft, commit) : [draft]))
    return { ...commit, drafts }
  }

  #read({ origin, ...draft }: ToldDraft, { command }: Commit): Draft[] {
    // Whether it could be cleaned is ours to say.
    let { fallback: _said, ...data } = draft.data ?? {}
    let raw: string | undefined
    const seen: Cleaned[] = []
    for (const path of rowOf(draft.type).clean ?? []) {
      data = changeTexts(data, path, (text) => {
        const cleaned = this.#clean(text, draft, path, command ? TYPED : origin)
        seen.push(cleaned)
        // Cut when it is clean: before, what a person should read could stand behind the cut.
        const shown = cutUtf8(cleaned.text, MAX_BYTES[draft.type] ?? MAX_TEXT_BYTES)
        if (shown !== text || cleaned.fallback) raw ??= text
        return shown
      })
    }
    if (seen.some(({ fallback }) => fallback)) data = { ...data, fallback: true }
    const kept: Draft = { ...draft, data }
    if (raw !== undefined && kept.raw === undefined) kept.raw = raw
    const [cleaned] = seen
    return cleaned && !command ? this.#meant(kept, { cleaned, raw, origin }) : [kept]
  }

  /** What a source tells, as the events it really is. */
  #meant(draft: Draft, text: ReadText): Draft[] {
    switch (draft.type) {
      case 'user_message':
        return withRaw(spoken(draft, text), draft.raw)
      case 'agent_notification': {
        const { drafts, faults } = notified(draft, text)
        this.#tellFaults(draft, faults)
        return drafts
      }
      case 'task_notification':
        return [{ ...draft, fact: draft.fact ?? taskFact(draft.type, draft.data as unknown as TaskNotice) }]
      default:
        return [draft]
    }
  }

  /** What is wrong with a notification is told to the operator, all of it; a person gets it all the same. */
  #tellFaults({ source }: Draft, faults: readonly Fault[]): void {
    if (faults.length === 0) return
    this.#deps.journal.error('a notification has faults and is delivered without them', {
      agent: source.agent,
      faults: faults.map(({ path, problem }) => `${path} ${problem}`),
    })
  }

  /** Never throws: a cleaner that fails leaves the text as it is. */
  #clean(text: string, { source, type }: Draft, field: string, origin: TextOrigin | undefined): Cleaned {
    const { clean, journal } = this.#deps
    const about = { agent: source.agent, event: type, field }
    let cleaned: Cleaned
    let problem = 'the cleaner gave up'
    try {
      cleaned = clean(text, { agent: source.agent, ...(origin ? { origin } : {}) })
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
      cleaned = { text, cleaned: [], fallback: true, parts: [{ kind: 'text', text }] }
    }
    if (cleaned.fallback) {
      journal.warn('a text could not be cleaned and is shown as it came', { ...about, problem })
    } else if (cleaned.cleaned.length > 0) {
      for (const tag of cleaned.cleaned) this.#tags.of(tag).add()
      journal.debug('tags were taken out of a text', { ...about, tags: cleaned.cleaned })
    }
    this.#texts.of(cleaned.fallback ? 'fallback' : cleaned.text === text ? 'unchanged' : 'cleaned').add()
    return cleaned
  }
}

/** Whether a person reads something of it as a message. */
function isRead({ type, data }: Draft): boolean {
  return data !== undefined && rowOf(type).clean !== undefined
}

/** What came is kept with the first event that is made of it. */
function withRaw(drafts: Draft[], raw: string | undefined): Draft[] {
  return drafts.map(({ raw: _raw, ...draft }, index) =>
    index === 0 && raw !== undefined ? { ...draft, raw } : draft,
  )
}
