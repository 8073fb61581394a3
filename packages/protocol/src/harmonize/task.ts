import { type Children, withoutChildTags } from './children.js'
import type { TaskNotice } from './cleaned.js'
import { oneLine } from './one-line.js'
import type { TagRow } from './tag-row.js'

/** The longest start of a result that is shown. */
const PREVIEW = 200

/** What a background task told, and how a person reads it; `task` only with the id of one. */
export interface TaskReading {
  text: string
  task?: TaskNotice
}

/** How texts that stood inside a block are made fit to be shown. */
export interface Fitting {
  /** By reading them as a text of their own. */
  tidy: (text: string) => string
  /** By taking out every tag. */
  bare: (text: string) => string
}

/** Reads a task notification. */
export function readTask(
  inside: string,
  row: TagRow,
  children: Children,
  { tidy, bare }: Fitting,
): TaskReading {
  const summary = tidy(children.get('summary') ?? '')
  const event = tidy(children.get('event') ?? '')
  const result = children.get('result') ?? ''
  const detail = event || tidy(oneLine(result, PREVIEW))
  const told = summary && detail ? `${summary}\n${detail}` : summary || detail
  const taskId = children.get('task-id')
  if (!taskId) return { text: told || bare(children.size === 0 ? inside : withoutChildTags(inside, row)) }
  const status = children.get('status')
  const text = told || tidy(status ? `Task ${taskId} ${status}` : `Task ${taskId}`)
  const task: TaskNotice = { taskId, summary: summary || text }
  const taskType = children.get('task-type')
  const toolCallId = children.get('tool-use-id')
  const outputFile = children.get('output-file')
  const usage = usageOf(children.get('usage'))
  if (status) task.status = status
  if (taskType) task.taskType = taskType
  if (toolCallId) task.toolCallId = toolCallId
  if (outputFile) task.outputFile = outputFile
  if (event) task.event = event
  if (result) task.result = result
  if (usage) task.usage = usage
  return { text, task }
}

const COUNTS = {
  tokens: /(?:subagent|total)_tokens\W{1,3}(\d{1,15})/i,
  toolUses: /tool_uses\W{1,3}(\d{1,15})/i,
  durationMs: /duration_ms\W{1,3}(\d{1,15})/i,
} as const satisfies Record<keyof NonNullable<TaskNotice['usage']>, RegExp>

/** What the task cost; the numbers stand in tags or behind colons. */
function usageOf(text: string | undefined): TaskNotice['usage'] | undefined {
  if (!text) return undefined
  const usage: NonNullable<TaskNotice['usage']> = {}
  for (const [field, count] of Object.entries(COUNTS) as [keyof typeof COUNTS, RegExp][]) {
    const found = count.exec(text)
    if (found) usage[field] = Number(found[1])
  }
  return Object.keys(usage).length > 0 ? usage : undefined
}
