import { type Draft, rowOf } from '@signalbox/protocol'
import type { Clean, Cleaned, TextOrigin } from '@signalbox/protocol/clean'
import { activityFaults } from '@signalbox/protocol/harmonize'
import type { Commit } from '../log/log.js'
import type { Journal } from '../telemetry/journal.js'
import type { Metrics } from '../telemetry/metrics.js'
import { spoken, taskDrafts, taskFact } from './spoken.js'
import { changeTexts } from './text-path.js'
import type { ToldDraft } from './told-draft.js'

export interface HarmonizerDeps {
  clean: Clean
  journal: Journal
  metrics: Metrics
}

/** What only the log knows of an event, as it will be. */
const GIVEN_BY_THE_LOG = { session_id: 'a session', timestamp: '1970-01-01T00:00:00Z' }

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
    let { data = {} } = draft
    let raw: string | undefined
    const seen: Cleaned[] = []
    for (const path of rowOf(draft.type).clean ?? []) {
      data = changeTexts(data, path, (text) => {
        const cleaned = this.#clean(text, draft, path, command ? TYPED : origin)
        seen.push(cleaned)
        if (cleaned.text !== text || cleaned.fallback) raw ??= text
        return cleaned.text
      })
    }
    if (seen.some(({ fallback }) => fallback)) data = { ...data, fallback: true }
    const kept: Draft = { ...draft, data }
    if (raw !== undefined && kept.raw === undefined) kept.raw = raw
    const [only] = seen
    if (draft.type === 'user_message' && only && !command) return withRaw(spoken(kept, only, raw), kept.raw)
    if (draft.type === 'agent_notification' && only) return notified(this.#checked(kept), only, raw)
    return [kept]
  }

  /** What is wrong with a notification is told to the operator, all of it; a person gets it all the same. */
  #checked(draft: Draft): Draft {
    const { data = {}, source } = draft
    const faults = activityFaults({ ...GIVEN_BY_THE_LOG, ...data })
    if (faults.length === 0) return draft
    this.#deps.journal.error('a notification has faults and is delivered without them', {
      agent: source.agent,
      faults: faults.map(({ path, problem }) => `${path} ${problem}`),
    })
    const wrong = new Set(faults.map(({ path }) => path))
    const sound = Object.entries(data).filter(([name]) => name === 'message' || !wrong.has(name))
    return { ...draft, data: Object.fromEntries(sound) }
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

/** A notification with what it was before, and the tasks it tells of. */
function notified(draft: Draft, { parts }: Cleaned, raw: string | undefined): Draft[] {
  const data = raw === undefined ? draft.data : { ...draft.data, raw_message: raw }
  const tasks = parts.filter((part) => part.kind === 'task')
  const [task] = tasks
  const alone = task && tasks.length === 1 && parts.every(({ kind }) => kind === 'task' || kind === 'context')
  const notice = { ...draft, ...(data ? { data } : {}) }
  return [
    alone ? { ...notice, fact: taskFact('agent_notification', task.task) } : notice,
    ...taskDrafts(draft, tasks),
  ]
}

/** What came is kept with the first event that is made of it. */
function withRaw(drafts: Draft[], raw: string | undefined): Draft[] {
  return drafts.map(({ raw: _raw, ...draft }, index) =>
    index === 0 && raw !== undefined ? { ...draft, raw } : draft,
  )
}
