import { childrenOf, withoutChildTags } from './children.js'
import type { Part } from './cleaned.js'
import { subagentChildren } from './subagent.js'
import type { TagRow } from './tag-row.js'
import { type Fitting, readTask } from './task.js'

/** A block that goes as a whole: its row, what stands between its tags, whether its end is missing. */
export interface Block {
  row: TagRow
  inside: string
  isTruncated: boolean
}

/** The part a piece of text becomes by the row it stands under. */
export function partOf(row: TagRow, text: string, isTruncated: boolean, from?: string): Part {
  const { tag, kind } = row
  // A peer that is only rumoured and has no name may as well be markup of the person: their words stay theirs.
  const isPerson = kind === 'peer' && from === undefined && row.evidence === 'reported'
  if (kind === 'text' || isPerson) return { kind: 'text', text }
  if (kind === 'command') return { kind, tag, text, name: '', args: '' }
  if (kind === 'peer' && from !== undefined) {
    return isTruncated ? { kind, tag, text, from, truncated: true } : { kind, tag, text, from }
  }
  // What a task told is none without its id.
  const told = kind === 'task' ? 'notice' : kind
  return isTruncated ? { kind: told, tag, text, truncated: true } : { kind: told, tag, text }
}

/** How the blocks of parsed tags are read, by tag. */
const READERS: Readonly<Record<string, (block: Block, fitting: Fitting) => Part[]>> = {
  'task-notification': (block, fitting) => [taskPart(block, childrenOf(block.inside, block.row), fitting)],
  subagent_notification: (block, fitting) => [taskPart(block, subagentChildren(block.inside), fitting)],
  user_shell_command: shellParts,
}

/** Makes parts of a block that is parsed or dropped. */
export function readBlock(block: Block, fitting: Fitting): Part[] {
  const { row, inside, isTruncated } = block
  const reader = row.action === 'parse' ? READERS[row.tag] : undefined
  return reader ? reader(block, fitting) : [partOf(row, withoutChildTags(inside, row), isTruncated)]
}

function taskPart(block: Block, children: ReadonlyMap<string, string>, fitting: Fitting): Part {
  const { row, inside, isTruncated } = block
  const { text, task } = readTask(inside, row, children, fitting)
  if (!task) return partOf(row, text, isTruncated)
  const { tag } = row
  return isTruncated ? { kind: 'task', tag, text, task, truncated: true } : { kind: 'task', tag, text, task }
}

/** What the person typed, then what the shell said to it. */
function shellParts({ row, inside, isTruncated }: Block, { tidy, bare }: Fitting): Part[] {
  const children = childrenOf(inside, row)
  const command = tidy(children.get('command') ?? '')
  const output = bare(children.get('result') ?? '')
  if (!command && !output) {
    const words = children.size === 0 ? inside : withoutChildTags(inside, row)
    return [partOf(row, bare(words), isTruncated)]
  }
  return [
    partOf(row, command, isTruncated && output === ''),
    partOf({ ...row, kind: 'output' }, output, isTruncated),
  ]
}
