import { type Children, withoutChildTags } from './children.js'
import type { TaskNotice } from './cleaned.js'
import { previewOf } from './preview.js'
import type { TagRow } from './tag-row.js'

/** What a background task told, and how a person reads it; `task` only with the id of one. */
export interface TaskReading {
  text: string
  task?: TaskNotice
}

/** Makes a part of a text fit to be shown by itself. */
type Tidy = (text: string) => string

/** The fields that are taken over as they are, by the child they come from. */
const FIELDS = {
  status: 'status',
  'task-type': 'taskType',
  'tool-use-id': 'toolCallId',
  'output-file': 'outputFile',
  result: 'result',
} as const satisfies Record<string, keyof TaskNotice>

/** Reads a task notification. */
export function readTask(inside: string, row: TagRow, children: Children, tidy: Tidy): TaskReading {
  const tidied = (name: string) => tidy(children.get(name) ?? '')
  const summary = tidied('summary')
  const event = tidied('event')
  const detail = event || tidy(previewOf(children.get('result') ?? ''))
  const id = children.get('task-id')
  const told = [summary, detail].filter(Boolean).join('\n')
  if (!id) return { text: told || tidy(withoutChildTags(inside, row)) }
  const status = children.get('status')
  const text = told || tidy(['Task', id, status].filter(Boolean).join(' '))
  const task: TaskNotice = { taskId: id, summary: summary || text }
  for (const [child, field] of Object.entries(FIELDS)) {
    const value = children.get(child)
    if (value) task[field] = value
  }
  if (event) task.event = event
  const usage = usageOf(children.get('usage') ?? '')
  if (usage) task.usage = usage
  return { text, task }
}

const COUNTS = {
  tokens: /(?:subagent|total)_tokens\W{1,3}(\d{1,15})/i,
  toolUses: /tool_uses\W{1,3}(\d{1,15})/i,
  durationMs: /duration_ms\W{1,3}(\d{1,15})/i,
} as const satisfies Record<keyof NonNullable<TaskNotice['usage']>, RegExp>

/** What the task cost; the numbers stand in tags or behind colons. */
function usageOf(text: string): TaskNotice['usage'] | undefined {
  const usage: NonNullable<TaskNotice['usage']> = {}
  for (const [field, count] of Object.entries(COUNTS) as [keyof typeof COUNTS, RegExp][]) {
    const found = count.exec(text)
    if (found) usage[field] = Number(found[1])
  }
  return Object.keys(usage).length > 0 ? usage : undefined
}
