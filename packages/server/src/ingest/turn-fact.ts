import { digest } from '../harmonize/digest.js'

/**
 * The key under which every source of an agent tells the same happening. Turn ids count up from 1 in each thread of an
 * older Codex, so a turn is known by both: without a thread nothing can be said to be the same.
 */
export function turnFact(what: string, thread: string, turn: string, item = ''): string {
  return `${what}|${thread}|${turn}|${item}`
}

/** A user message is known by its text: one turn has several when it is steered. */
export function messageItem(content: string): string {
  return digest(content.trim())
}
