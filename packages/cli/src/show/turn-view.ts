import type { SessionEvent, SessionEventType, StreamItem } from '@signalbox/client'
import type { Paint } from '../terminal/paint.js'
import { oneLine, PlainStream } from '../terminal/plain-text.js'
import { CallLines } from './call-lines.js'
import { PlanProgress } from './plan-progress.js'
import { askedLine, whoLine } from './request-text.js'
import { Segment } from './segment.js'
import { argsLine, outputLine } from './tool-text.js'
import type { Block, Transcript } from './transcript.js'

export interface TurnViewOptions {
  transcript: Transcript
  paint: Paint
  /** Columns of the terminal. */
  width: () => number
  /** Requests this view need not tell of: somebody is asked below. */
  isAsked?: (requestId: string) => boolean
}

type Shown = { [T in SessionEventType]?: (event: SessionEvent<T>) => void }

/** One turn as a person reads it: text as it comes, one line per tool call, the plan with its progress. */
export class TurnView {
  readonly #transcript: Transcript
  readonly #paint: Paint
  readonly #calls: CallLines
  readonly #isAsked: (requestId: string) => boolean
  readonly #text = new Segment()
  readonly #plan = new PlanProgress()
  #thinking = new PlainStream()
  #heardPrompt = false
  #usage: SessionEvent<'usage_update'> | undefined

  constructor({ transcript, paint, width, isAsked = () => false }: TurnViewOptions) {
    this.#transcript = transcript
    this.#paint = paint
    this.#calls = new CallLines(transcript, paint, width)
    this.#isAsked = isAsked
  }

  /** What the turn used, as far as the agent told. */
  get usage(): SessionEvent<'usage_update'> | undefined {
    return this.#usage
  }

  /** Shows one event of the turn, or what is missing of it. */
  show(item: StreamItem): void {
    if (item.type === 'gap') this.#text.lost()
    else this.#shown[item.type]?.(item as never)
  }

  readonly #shown: Shown = {
    user_message: ({ content, via }) => {
      // The first is the prompt of this turn, which stands above already.
      if (this.#heardPrompt)
        this.#line('said', `› ${this.#paint('dim', `(${oneLine(via)})`)} ${oneLine(content)}`)
      this.#heardPrompt = true
    },
    text_delta: ({ text }) => this.#flow(this.#text.delta(text)),
    message_complete: ({ text }) => this.#flow(this.#text.complete(text)),
    turn_complete: ({ finalText }) => {
      if (!this.#text.heard) this.#flow(this.#text.complete(finalText))
    },
    thinking_progress: ({ text }) =>
      this.#transcript.flow('thinking', this.#thinking.write(text), (plain) => this.#paint('dim', plain)),
    thinking_complete: () => {
      this.#thinking = new PlainStream()
    },
    tool_call: ({ toolCallId, toolName, args }) =>
      this.#calls.called(toolCallId, oneLine(toolName) || 'tool', argsLine(args)),
    tool_result: ({ toolCallId, status, output }) =>
      this.#calls.ended(toolCallId, status !== 'error' && status !== 'failed', outputLine(output)),
    tool_error: ({ toolCallId, error }) => this.#calls.ended(toolCallId, false, oneLine(error)),
    terminal_stream: ({ data, toolCallId }) => this.#calls.printed(toolCallId, data),
    terminal_complete: ({ exitCode, toolCallId }) => this.#calls.exited(toolCallId, exitCode),
    file_changed: ({ path, size }) =>
      this.#line(
        'work',
        `  ${this.#paint('yellow', '±')} ${oneLine(path)} ${this.#paint('dim', `${size} bytes`)}`,
      ),
    plan_created: (plan) => this.#planned(this.#plan.made(plan)),
    plan_revised: ({ reason, ...plan }) =>
      this.#planned(this.#plan.made(plan), reason === null ? 'plan changed' : oneLine(reason)),
    plan_step_started: (step) => this.#line('plan', `  ${this.#paint('cyan', '▸')} ${this.#plan.step(step)}`),
    plan_step_completed: (step) => {
      const done = step.status === 'completed'
      const sign = done ? this.#paint('green', '✓') : this.#paint('dim', '–')
      this.#line('plan', `  ${sign} ${this.#plan.step(step)}${done ? '' : this.#paint('dim', ' skipped')}`)
    },
    permission_requested: ({ requestId, ...data }) => {
      if (!this.#isAsked(requestId)) this.#asks(askedLine({ kind: 'permission', data }))
    },
    question_requested: ({ requestId, ...data }) => {
      if (!this.#isAsked(requestId)) this.#asks(askedLine({ kind: 'question', data }))
    },
    approval_resolved: ({ requestId, approved, by, rule, message }) => {
      if (this.#isAsked(requestId)) return
      const who = rule === undefined ? whoLine(by) : `the rule ${oneLine(rule)}`
      const why = message ? this.#paint('dim', ` “${oneLine(message)}”`) : ''
      this.#line('ask', `  ${this.#mark(approved)} ${approved ? 'allowed' : 'denied'} by ${who}${why}`)
    },
    question_resolved: ({ requestId, dismissed, by }) => {
      if (this.#isAsked(requestId)) return
      this.#line(
        'ask',
        `  ${this.#mark(!dismissed)} ${dismissed ? 'dismissed' : 'answered'} by ${whoLine(by)}`,
      )
    },
    request_closed: ({ requestId, reason }) => {
      if (!this.#isAsked(requestId))
        this.#line('ask', this.#paint('dim', `  the request was closed: ${oneLine(reason)}`))
    },
    subagent_started: ({ name, subagentId }) =>
      this.#line('work', `${this.#paint('cyan', '◆')} helper ${oneLine(name ?? subagentId)}`),
    subagent_stopped: ({ summary }) =>
      this.#line(
        'work',
        `  ${this.#paint('green', '✓')} helper done${summary ? `: ${oneLine(summary)}` : ''}`,
      ),
    context_compacted: () =>
      this.#line('work', this.#paint('dim', '  (the agent shortened what it remembers)')),
    // What a task in the background tells is told here as well.
    agent_notification: ({ message }) =>
      this.#line('said', `${this.#paint('yellow', '!')} ${oneLine(message)}`),
    agent_unparsed: ({ nativeType, problem }) =>
      this.#line(
        'work',
        this.#paint(
          'dim',
          `  (not understood: ${oneLine([nativeType, problem].filter(Boolean).join(', '))})`,
        ),
      ),
    'ui.spec_complete': () =>
      this.#line('work', this.#paint('dim', '  ◫ a view was drawn here; the dashboard shows it')),
    'ui.spec_error': ({ message }) =>
      this.#line('work', this.#paint('dim', `  ◫ interface could not be read: ${oneLine(message)}`)),
    usage_update: (usage) => {
      this.#usage = usage
    },
    stop_acknowledged: () => this.#line('end', this.#paint('dim', 'stopping …')),
  }

  #flow(text: string): void {
    if (text === '') return
    this.#transcript.flow('text', text)
  }

  #line(block: Block, text: string): void {
    this.#transcript.line(block, text)
  }

  #planned(steps: string[], why?: string): void {
    this.#transcript.space()
    this.#line('plan', this.#paint('bold', this.#plan.title) + (why ? this.#paint('dim', `  (${why})`) : ''))
    for (const step of steps) this.#transcript.line('plan', `  ${step}`)
  }

  #asks(what: string): void {
    this.#line('ask', `${this.#paint('yellow', '?')} ${what}`)
  }

  #mark(well: boolean): string {
    return well ? this.#paint('green', '✓') : this.#paint('red', '✗')
  }
}
