import { type Client, GatewayError, type SessionEvent } from '@signalbox/client'
import { type By, rememberedKey } from '@signalbox/protocol'
import { shortId } from '../short-id.js'
import { type Asked, endedLine, type Question, questionsOf, toAllow, whoLine } from '../show/request-text.js'
import type { Transcript } from '../show/transcript.js'
import type { Paint } from '../terminal/paint.js'
import { oneLine, plainText, visibleText } from '../terminal/plain-text.js'
import { readAnswer, readDecision } from './read-answer.js'
import type { TerminalInput } from './terminal-input.js'

/** Where answers go. */
export type Answers = Pick<Client, 'respondPermission' | 'answerQuestion'>

export interface AskerOptions {
  transcript: Transcript
  paint: Paint
  input: Pick<TerminalInput, 'ask' | 'isOver'>
  answers: Answers
  now: () => number
  /** Nobody can be asked here any more: how else to answer is told. */
  hint: (request: Request) => void
}

export type Request = SessionEvent<'permission_requested' | 'question_requested'>
export type RequestEnd = SessionEvent<'approval_resolved' | 'question_resolved' | 'request_closed'>

interface Open {
  request: Request
  /** Aborted when somebody else was faster. */
  taken: AbortController
  state: 'waiting' | 'sent'
}

/** What can be typed, and what `always` covers. */
function keysFor(request: SessionEvent<'permission_requested'>): string {
  const { toolKind, toolName, description } = request
  // Where another use of the tool would be known by the same key, the answer holds for the tool.
  const [key, other] = [description, `${description}.`].map((asked) =>
    rememberedKey({ toolName, description: asked, ...(toolKind === undefined ? {} : { toolKind }) }),
  )
  const what = key === other ? 'this tool' : 'exactly this'
  return `y yes · n no · a always ${what} in this session`
}

/** Asks the person at the keyboard what the agent wants to know, one request after the other. */
export class Asker {
  readonly #options: AskerOptions
  readonly #open = new Map<string, Open>()
  readonly #seen = new Set<string>()
  #asking = false

  constructor(options: AskerOptions) {
    this.#options = options
  }

  /** Whether this request is, or was, put to the person here. */
  has(requestId: string): boolean {
    return this.#seen.has(requestId)
  }

  asked(request: Request): void {
    if (this.#options.input.isOver) {
      this.#options.hint(request)
      return
    }
    this.#seen.add(request.requestId)
    this.#open.set(request.requestId, { request, taken: new AbortController(), state: 'waiting' })
    void this.#askAll()
  }

  /** It ended. If somebody was being asked, the question is taken away and they are told why. */
  ended(end: RequestEnd): void {
    const open = this.#open.get(end.requestId)
    // What was sent from here is told by its answer.
    if (!open || open.state === 'sent') return
    this.#open.delete(end.requestId)
    open.taken.abort()
    this.#say(`  ${this.#options.paint('dim', '·')} ${howItEnded(end)}`)
  }

  /** Takes away what is being asked: nobody waits for it any longer. */
  stop(): void {
    for (const { taken } of this.#open.values()) taken.abort()
    this.#open.clear()
  }

  async #askAll(): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    for (let next = this.#next(); next; next = this.#next()) await this.#ask(next)
    this.#asking = false
  }

  #next(): Open | undefined {
    return [...this.#open.values()].find(({ state }) => state === 'waiting')
  }

  async #ask(open: Open): Promise<void> {
    const { request } = open
    const send =
      request.type === 'permission_requested'
        ? await this.#askLeave(open, request)
        : await this.#askAnswers(open, request)
    if (send) await this.#send(open, send)
    else if (!open.taken.signal.aborted) {
      this.#open.delete(request.requestId)
      this.#options.hint(request)
    }
  }

  /** What to send; undefined when there was no answer. */
  async #askLeave(open: Open, request: SessionEvent<'permission_requested'>) {
    const { answers, paint } = this.#options
    this.#card(
      `${oneLine(request.toolName)} asks for permission`,
      request.requestId,
      visibleText(toAllow(request as Asked)),
    )
    for (;;) {
      const line = await this.#line(`  allow?  ${keysFor(request)} ${paint('cyan', '›')} `, open)
      if (line === undefined) return undefined
      const decision = readDecision(line)
      if (!decision) {
        this.#say(`  ${paint('yellow', 'Type y, n or a; what stands behind it is told to the agent.')}`)
        continue
      }
      const { approved, remember } = decision
      const said = approved ? `allowed${remember ? ' from now on' : ''}` : 'denied'
      return {
        said,
        well: approved,
        send: () => answers.respondPermission(request.sessionId, request.requestId, decision),
      }
    }
  }

  async #askAnswers(open: Open, request: SessionEvent<'question_requested'>) {
    const { answers } = this.#options
    const given: Record<string, string> = {}
    this.#card('the agent asks', request.requestId, plainText(request.context ?? ''))
    for (const question of questionsOf(request)) {
      const answer = await this.#askOne(open, question)
      if (answer === undefined) return undefined
      if ('answer' in answer) given[question.id] = answer.answer
    }
    return {
      said: 'answered',
      well: true,
      send: () => answers.answerQuestion(request.sessionId, request.requestId, { answers: given }),
    }
  }

  async #askOne(open: Open, question: Question) {
    const { paint } = this.#options
    this.#say(
      `  ${paint('bold', oneLine(question.text))}${question.required === false ? paint('dim', '  (may be left open)') : ''}`,
    )
    question.options?.forEach((option, index) => {
      this.#say(`    ${paint('cyan', String(index + 1))} ${oneLine(option)}`)
    })
    const keys =
      question.type === 'confirm' ? 'y/n ' : question.options?.length ? `1-${question.options.length} ` : ''
    for (;;) {
      const line = await this.#line(`  ${keys}${paint('cyan', '›')} `, open)
      if (line === undefined) return undefined
      const reading = readAnswer(line, question)
      if (!('problem' in reading)) return reading
      this.#say(`  ${paint('yellow', reading.problem)}`)
    }
  }

  async #send(
    open: Open,
    { said, well, send }: { said: string; well: boolean; send: () => Promise<unknown> },
  ): Promise<void> {
    const { paint, now } = this.#options
    open.state = 'sent'
    try {
      await send()
      this.#say(`  ${well ? paint('green', '✓') : paint('red', '✗')} ${said}`)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      if (error.code === 'ConnectionLost' || error.code === 'RequestTimeout') {
        this.#say(`  ${paint('yellow', 'That did not reach the gateway; once more:')}`)
        open.state = 'waiting'
        return
      }
      const { outcome, by, at } = error.details as { outcome?: string; by?: By; at?: number }
      const late = error.code === 'RequestAlreadyResolved'
      this.#say(
        `  ${paint('yellow', late ? `was already ${endedLine({ outcome, by, at }, now())}` : oneLine(error.message))}`,
      )
    }
    this.#open.delete(open.request.requestId)
  }

  #card(title: string, requestId: string, text: string): void {
    const { transcript, paint } = this.#options
    transcript.line(
      'ask',
      `${paint('yellow', '?')} ${paint('bold', title)}  ${paint('dim', shortId(requestId))}`,
    )
    if (text.trim() === '') return
    for (const line of text.trimEnd().split('\n')) transcript.line('ask', `  ${paint('dim', '│')} ${line}`)
  }

  async #line(prompt: string, { taken }: Open): Promise<string | undefined> {
    const { transcript, input } = this.#options
    transcript.hold()
    try {
      return await input.ask(prompt, taken.signal)
    } finally {
      transcript.release()
    }
  }

  #say(text: string): void {
    this.#options.transcript.line('ask', text)
  }
}

function howItEnded(end: RequestEnd): string {
  if (end.type === 'request_closed') return `closed: ${oneLine(end.reason)}`
  if (end.type === 'question_resolved')
    return `${end.dismissed ? 'dismissed' : 'answered'} by ${whoLine(end.by)}`
  return `${end.approved ? 'allowed' : 'denied'} by ${end.rule === undefined ? whoLine(end.by) : `the rule ${oneLine(end.rule)}`}`
}
