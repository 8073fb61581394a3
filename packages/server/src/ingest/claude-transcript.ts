import type { Draft, Json, JsonObject, Source } from '@signalbox/protocol'
import { outputText } from './hooks/output-text.js'
import { nativeId } from './native-id.js'
import { messageItem, turnFact } from './turn-fact.js'
import { type Counts, TurnUsage } from './turn-usage.js'

const SOURCE: Source = { agent: 'claude', via: 'transcript' }
/** Whether, and how, a person is asked about a tool call. */
export type Asked = (toolCallId: string) => 'permission' | 'question' | undefined
/** Who answers in the pane. */
const TERMINAL = { userId: 'terminal', via: 'claude' }
/** How a line Claude Code writes when a person pressed Esc reads; nothing else tells of it. */
const INTERRUPTED: ReadonlySet<string> = new Set([
  '[Request interrupted by user]',
  '[Request interrupted by user for tool use]',
])
/** Versions that do not say `toolDenialKind` say it in these words. */
const DENIED = "The user doesn't want to proceed with this tool use."
/** Most lines are of no interest, and some are large: those are not even parsed. */
const OF_INTEREST = /"type":"(?:user|assistant)"/

/**
 * What the transcript of a session of Claude Code tells beside its hooks: that a person pressed Esc, what was denied in
 * the pane, what was asked and went on, and what the turn has used. Keeps track of which turn the lines are of.
 */
export class ClaudeTranscript {
  readonly #session: string
  readonly #usage = new TurnUsage()
  #turn: string | undefined
  /** Lines before the first one of this turn are history. */
  #awaited: string | undefined
  #aborted = ''

  /** `session` is the id Claude Code has for it. */
  constructor(session: string) {
    this.#session = session
  }

  /** Reading begins in the middle of this turn, of which so much was used already. */
  begin(turn: string | undefined, used?: Counts): void {
    this.#turn = turn
    this.#awaited = turn
    if (used) this.#usage.begin(turn, used)
  }

  /** What some more lines tell. */
  read(lines: readonly string[], asked: Asked): Draft[] {
    const drafts = lines.flatMap((line) => this.#readLine(line, asked))
    return [...drafts, ...this.#tellUsage()]
  }

  #readLine(text: string, asked: Asked): Draft[] {
    const line = OF_INTEREST.test(text) ? parsed(text) : undefined
    const message = objectAt(line, 'message')
    if (!line || !message) return []
    if (line.type === 'assistant') return this.#answer(line, message)
    if (line.type !== 'user') return []
    const told = this.#follow(line)
    if (this.#awaited !== undefined) return told
    const blocks = blocksOf(message)
    if (line.isSidechain !== true && isInterrupt(line, blocks)) return [...told, ...this.#interrupted(line)]
    return [...told, ...blocks.flatMap((block) => this.#toolEnd(line, block, asked))]
  }

  /** Lines of people and tools say which turn they are of. What the turn before it used is told before. */
  #follow({ promptId, isSidechain }: JsonObject): Draft[] {
    const turn = nativeId(promptId)
    if (turn === undefined) return []
    if (turn === this.#awaited) this.#awaited = undefined
    if (turn === this.#turn || isSidechain === true) return []
    // Before the awaited turn there are lines of others.
    if (this.#awaited !== undefined) return []
    const told = this.#tellUsage()
    this.#turn = turn
    this.#aborted = ''
    return told
  }

  /** An answer of the model, told block by block, each with what all of it used so far. */
  #answer(line: JsonObject, message: JsonObject): Draft[] {
    if (this.#awaited !== undefined || line.isSidechain === true) return []
    if (line.isAbortedMidStream === true) this.#aborted = textOf(blocksOf(message))
    this.#usage.take(this.#turn, message, line.costUSD)
    return []
  }

  #tellUsage(): Draft[] {
    const used = this.#usage.tell()
    return used ? [{ type: 'usage_update', source: SOURCE, data: used.data, ...inTurn(used.turn) }] : []
  }

  #interrupted({ uuid }: JsonObject): Draft[] {
    const turn = this.#turn
    const data = { finalText: this.#aborted, stopReason: 'aborted' }
    if (turn === undefined) return [{ type: 'turn_complete', source: SOURCE, data }]
    const fact = turnFact('turn_end', this.#session, turn, `interrupt ${nativeId(uuid) ?? messageItem('')}`)
    return [{ type: 'turn_complete', source: { ...SOURCE, nativeId: turn }, data, nativeTurnId: turn, fact }]
  }

  #toolEnd(line: JsonObject, block: JsonObject, asked: Asked): Draft[] {
    const toolCallId = nativeId(block.tool_use_id)
    if (block.type !== 'tool_result' || toolCallId === undefined) return []
    const denied = isDenied(line, block)
    const kind = asked(toolCallId)
    if (!denied && kind === undefined) return []
    const turn = this.#turn
    const place = {
      source: SOURCE,
      ...inTurn(turn),
      ...(turn === undefined ? {} : { fact: turnFact('tool_end', this.#session, turn, toolCallId) }),
    }
    const output = outputText(contentText(block))
    const ended: Draft =
      block.is_error === true
        ? { type: 'tool_error', ...place, data: { toolCallId, error: output } }
        : { type: 'tool_result', ...place, data: { toolCallId, status: 'success', output } }
    return denied && kind ? [DENIALS[kind](line, toolCallId, turn), ended] : [ended]
  }
}

type Denial = (line: JsonObject, toolCallId: string, turn: string | undefined) => Draft

/** What a no in the pane is to what was asked. */
const DENIALS: Readonly<Record<'permission' | 'question', Denial>> = {
  permission({ userFeedback }, toolCallId, turn) {
    const message = typeof userFeedback === 'string' ? { message: outputText(userFeedback) } : {}
    const data = { toolCallId, approved: false, by: TERMINAL, ...message }
    return { type: 'approval_resolved', source: SOURCE, data, ...inTurn(turn) }
  },
  question(_line, toolCallId, turn) {
    const data = { toolCallId, answers: {}, dismissed: true, by: TERMINAL }
    return { type: 'question_resolved', source: SOURCE, data, ...inTurn(turn) }
  },
}

function inTurn(turn: string | undefined): { nativeTurnId?: string } {
  return turn === undefined ? {} : { nativeTurnId: turn }
}

/** The same words typed by a person are a prompt, and say so. */
function isInterrupt({ promptSource, origin }: JsonObject, blocks: readonly JsonObject[]): boolean {
  const [only, ...more] = blocks
  if (!only || more.length > 0 || promptSource !== undefined || origin !== undefined) return false
  return only.type === 'text' && typeof only.text === 'string' && INTERRUPTED.has(only.text)
}

function isDenied({ toolDenialKind }: JsonObject, block: JsonObject): boolean {
  if (block.is_error !== true) return false
  return toolDenialKind === undefined
    ? contentText(block).startsWith(DENIED)
    : toolDenialKind === 'user-rejected'
}

function contentText({ content }: JsonObject): string {
  if (typeof content === 'string') return content
  return textOf(Array.isArray(content) ? content.filter(isObject) : [])
}

function textOf(blocks: readonly JsonObject[]): string {
  return blocks.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('')
}

/** What a person typed is a text of its own, not blocks. */
function blocksOf({ content }: JsonObject): JsonObject[] {
  return Array.isArray(content) ? content.filter(isObject) : []
}

function objectAt(value: JsonObject | undefined, name: string): JsonObject | undefined {
  const found = value && Object.hasOwn(value, name) ? value[name] : undefined
  return isObject(found) ? found : undefined
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
