import type { Draft, JsonObject } from '@signalbox/protocol'
import { type Clean, clean } from '@signalbox/protocol/clean'
import type { Commit } from '../log/log.js'
import { Journal } from '../telemetry/journal.js'
import type { JournalLevel } from '../telemetry/journal-level.js'
import { Metrics } from '../telemetry/metrics.js'
import { Harmonizer } from './harmonizer.js'
import { taskFact } from './task-drafts.js'
import type { ToldDraft } from './told-draft.js'

export const source = { agent: 'claude', via: 'hook', nativeType: 'UserPromptSubmit' }
export const REMINDER = '<system-reminder>Be brief.</system-reminder>'
export const TASK = `<task-notification>
<task-id>b27a792</task-id>
<output-file>/tmp/tasks/b27a792.output</output-file>
<status>completed</status>
<summary>Background command "npm run build" completed (exit code 0)</summary>
</task-notification>
Read the output file to retrieve the result: /tmp/tasks/b27a792.output`
export const SUMMARY = 'Background command "npm run build" completed (exit code 0)'

export const factOf = (what: string, taskId: string, status: string) =>
  taskFact(what, { taskId, status, summary: '' })

/** A harmonizer by itself, and what it tells. */
export function open(cleaner: Clean = clean, level: JournalLevel = 'debug') {
  const metrics = new Metrics()
  const entries: JsonObject[] = []
  const journal = new Journal({ level, now: () => 0, write: (line) => void entries.push(JSON.parse(line)) })
  const harmonizer = new Harmonizer({ clean: cleaner, journal, metrics })
  const commit = (drafts: ToldDraft[], more: Partial<Commit> = {}) =>
    harmonizer.harmonize({ tenantId: 'local', session: { by: 'id', id: 's' }, drafts, ...more })
  return { commit, drafts: (...drafts: ToldDraft[]) => commit(drafts).drafts, entries, metrics }
}

export const prompt = (content: string, more: Partial<ToldDraft> = {}): ToldDraft => ({
  type: 'user_message',
  source,
  data: { content, via: 'hook' },
  ...more,
})
export const notification = (message: string): Draft => ({
  type: 'agent_notification',
  source,
  data: {
    message,
    canonical_type: 'agent_notification',
    hook_event_type: 'notification',
    message_intent: 'ctrl_activity',
    delivery_scope: 'CTRL',
  },
})
