import { childrenOf, withoutChildTags } from './children.js'
import type { Part } from './cleaned.js'
import { subagentChildren } from './subagent.js'
import type { TagRow } from './tag-row.js'
import { readTask } from './task.js'

/** A block that goes as a whole: its row, what stands between its tags, whether its end is missing. */
export interface Block {
  row: TagRow
  inside: string
  isTruncated: boolean
}

type Tidy = (text: string) => string

/** The part a piece of text becomes by the row it stands under. */
export function partOf(row: TagRow, text: string, isTruncated: boolean, from?: string): Part {
  const { tag, kind } = row
  if (kind === 'text') return { kind, text }
  const part = isTruncated ? ({ tag, text, truncated: true } as const) : { tag, text }
  if (kind === 'task') return { ...part, kind: 'notice' }
  if (kind === 'command') return { ...part, kind, name: '', args: '' }
  if (kind === 'peer') return from === undefined ? { ...part, kind } : { ...part, kind, from }
  return { ...part, kind }
}

/** How the blocks of parsed tags are read, by tag. */
const READERS: Readonly<Record<string, (block: Block, tidy: Tidy) => Part[]>> = {
  'task-notification': (block, tidy) => [taskPart(block, childrenOf(block.inside, block.row), tidy)],
  subagent_notification: (block, tidy) => [taskPart(block, subagentChildren(block.inside), tidy)],
  user_shell_command: shellParts,
}

/** Makes parts of a block that is parsed or dropped. */
export function readBlock(block: Block, tidy: Tidy): Part[] {
  const { row, inside, isTruncated } = block
  const reader = row.action === 'parse' ? READERS[row.tag] : undefined
  return reader ? reader(block, tidy) : [partOf(row, withoutChildTags(inside, row), isTruncated)]
}

function taskPart(
  { row, inside, isTruncated }: Block,
  children: ReadonlyMap<string, string>,
  tidy: Tidy,
): Part {
  const { text, task } = readTask(inside, row, children, tidy)
  const part = partOf(row, text, isTruncated)
  return task && part.kind === 'notice' ? { ...part, kind: 'task', task } : part
}

/** What the person typed, then what the shell said to it. */
function shellParts({ row, inside, isTruncated }: Block, tidy: Tidy): Part[] {
  const children = childrenOf(inside, row)
  const command = tidy(children.get('command') ?? '')
  const output = tidy(children.get('result') ?? '')
  if (!command && !output) return [partOf(row, tidy(withoutChildTags(inside, row)), isTruncated)]
  const shell = partOf(row, command, isTruncated && !output)
  return output ? [shell, partOf({ ...row, kind: 'output' }, output, isTruncated)] : [shell]
}
