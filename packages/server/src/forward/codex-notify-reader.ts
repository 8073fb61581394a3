import type { Event } from '@signalbox/protocol'
import {
  CODEX_NOTIFY_TYPES,
  type CodexEvent,
  CodexNotify,
  type ToldAgents,
} from '../dialects/codex-notify.js'
import type { Log } from '../log/log.js'
import type { LogPulse } from './log-pulse.js'

export interface CodexNotifyReaderOptions {
  log: Log
  pulse: LogPulse
  tenantId: string
  agents: ToldAgents
  /** Exclusive: where reading begins. */
  afterOffset: number
}

/** Events in the words of Codex, and where in the log they come from. */
export interface ToldAt {
  offset: number
  events: CodexEvent[]
}

const PAGE = 500

/** What a session was before it is read on; tool calls are left out, their output may be long. */
const NOTED = [...CODEX_NOTIFY_TYPES].filter((type) => !type.startsWith('tool_'))

/** Reads the log of a tenant, at the pace of who asks, in the words of Codex. Holds no queue. */
export class CodexNotifyReader {
  readonly #options: CodexNotifyReaderOptions
  readonly #notify: CodexNotify
  #offset: number
  #closed = false
  #wake = (): void => undefined

  constructor(options: CodexNotifyReaderOptions) {
    this.#options = options
    this.#notify = new CodexNotify(options.agents)
    this.#offset = options.afterOffset
  }

  /** Everything up to here has been read. */
  get offset(): number {
    return this.#offset
  }

  get closed(): boolean {
    return this.#closed
  }

  /** What the next events of the log are; it may be nothing. With nothing left, waits until there is more. */
  async next(): Promise<ToldAt[]> {
    const { log, pulse, tenantId } = this.#options
    if (this.#closed) return []
    await pulse.after(tenantId, this.#offset, (wake) => {
      this.#wake = wake
    })
    return this.#closed ? [] : this.#read(log.head)
  }

  /** Everything that is there up to an offset, page by page. */
  async *through(mark: number): AsyncGenerator<ToldAt[]> {
    while (this.#offset < mark && !this.#closed) yield await this.#read(mark)
  }

  close(): void {
    this.#closed = true
    this.#wake()
  }

  /** One page. What is there up to the mark has been read when there is no more: events may have been removed. */
  async #read(mark: number): Promise<ToldAt[]> {
    const { log, tenantId } = this.#options
    const page = await log.reader.readAll(tenantId, this.#offset, PAGE)
    const told: ToldAt[] = []
    for (const event of page.events) {
      if (CODEX_NOTIFY_TYPES.has(event.type)) {
        if (!this.#notify.knows(event.sessionId)) await this.#catchUp(event)
        const said = this.#notify.tell(event)
        if (said.length > 0) told.push({ offset: event.offset, events: said })
      }
      this.#offset = event.offset
    }
    if (!page.more) this.#offset = Math.max(this.#offset, mark)
    return told
  }

  /** What the session was before this event: a reader may begin in the middle. */
  async #catchUp({ sessionId, seq }: Event): Promise<void> {
    const { log } = this.#options
    for (let afterSeq = 0; ; ) {
      const page = await log.reader.read(sessionId, { afterSeq, limit: PAGE, types: [...NOTED] })
      for (const event of page.events) {
        if (event.seq >= seq) break
        this.#notify.tell(event)
      }
      const last = page.events.at(-1)
      if (!page.more || !last || last.seq >= seq) break
      afterSeq = last.seq
    }
    this.#notify.caughtUp(sessionId)
  }
}
