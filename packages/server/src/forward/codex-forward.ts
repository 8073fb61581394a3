import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CodexEvent } from '../dialects/codex-notify.js'
import type { Log } from '../log/log.js'
import type { Journal } from '../telemetry/journal.js'
import { CodexNotifyReader } from './codex-notify-reader.js'
import type { LogPulse } from './log-pulse.js'

export interface CodexForwardOptions {
  log: Log
  pulse: LogPulse
  journal: Journal
  tenantId: string
  /** The program and its own arguments; the event is the last one. */
  command: readonly [string, ...string[]]
  timeoutMs?: number
  /** How long it waits when the log takes nothing. */
  retryMs?: number
  /** How long it may still run when the gateway stops. */
  graceMs?: number
}

/** How the program took one event. */
type Outcome = { ok: true } | { ok: false; problem: string }

const KIND = 'codex_forward'
const ID = 'cursor'
const TIMEOUT_MS = 10_000
const RETRY_MS = 1000
const GRACE_MS = 1000
/** An argument longer than this the kernel refuses; texts in the event are cut until it fits. */
const MAX_ARGUMENT = 120 * 1024

/**
 * Runs a program for every event in the words of Codex, one after the other, without a shell. How far it is, is kept in
 * the log: after a restart it goes on there. A program that fails is told of in the journal and not run again for that
 * event.
 */
export class CodexForward {
  readonly #options: CodexForwardOptions
  readonly #running: Promise<void>
  #reader: CodexNotifyReader | undefined
  #child: ChildProcess | undefined
  readonly #closing = new AbortController()
  /** The last event the program was given. */
  #given: number | undefined
  #closed = false

  constructor(options: CodexForwardOptions) {
    this.#options = options
    this.#running = this.#runOn()
  }

  /** The program that runs now may end, but not take long; what it was not told is told at the next start. */
  async close(): Promise<void> {
    this.#closed = true
    this.#closing.abort()
    this.#reader?.close()
    const impatient = setTimeout(() => this.#child?.kill('SIGKILL'), this.#options.graceMs ?? GRACE_MS)
    await this.#running
    clearTimeout(impatient)
  }

  /** What the log cannot do now, it can a little later. */
  async #runOn(): Promise<void> {
    const { journal, retryMs = RETRY_MS } = this.#options
    let failing = false
    while (!this.#closed) {
      try {
        await this.#run()
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error)
        if (!this.#closed && !failing) journal.error('events cannot be forwarded now', { problem })
        failing = true
        await sleep(retryMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined)
      }
    }
  }

  async #run(): Promise<void> {
    const { log, pulse, tenantId } = this.#options
    const afterOffset = await this.#start()
    const reader = new CodexNotifyReader({ log, pulse, tenantId, agents: 'codex', afterOffset })
    this.#reader = reader
    for await (const told of reader.through(log.head)) await this.#tell(told)
    while (!this.#closed) await this.#tell(await reader.next())
  }

  async #tell(told: readonly { offset: number; events: CodexEvent[] }[]): Promise<void> {
    for (const { offset, events } of told) {
      for (const event of events) {
        if (this.#closed) return
        const outcome = await this.#give(event)
        if (!outcome.ok && this.#closed) return
        if (!outcome.ok) {
          const { journal, command } = this.#options
          const about = { program: command[0], event: event.type, problem: outcome.problem }
          journal.warn('the program events are forwarded to failed', about)
        }
      }
      this.#given = offset
      await this.#keep(offset)
    }
  }

  /** Where the last run ended; a new one begins with what comes. */
  async #start(): Promise<number> {
    const { log, tenantId } = this.#options
    if (this.#given !== undefined) {
      await this.#keep(this.#given)
      return this.#given
    }
    const head = log.head
    const kept = (await log.records.list(KIND, tenantId)).find(({ id }) => id === ID)?.value
    const offset = kept?.epoch === log.epoch && typeof kept.offset === 'number' ? kept.offset : undefined
    if (offset !== undefined && offset <= head) return offset
    this.#given = head
    await this.#keep(head)
    return head
  }

  async #keep(offset: number): Promise<void> {
    const { log, tenantId } = this.#options
    await log.records.put({ kind: KIND, tenantId, id: ID, value: { epoch: log.epoch, offset } })
  }

  #give(event: CodexEvent): Promise<Outcome> {
    const [program, ...args] = this.#options.command
    const { timeoutMs = TIMEOUT_MS } = this.#options
    return new Promise((resolve) => {
      // Its output is ours, so that what it prints is seen where the gateway runs.
      const child = spawn(program, [...args, argumentOf(event)], {
        stdio: ['ignore', 'inherit', 'inherit'],
        shell: false,
      })
      this.#child = child
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        resolve({ ok: false, problem: `took longer than ${timeoutMs} ms` })
      }, timeoutMs)
      const end = (outcome: Outcome) => {
        clearTimeout(timer)
        resolve(outcome)
      }
      child.once('error', ({ message }) => end({ ok: false, problem: message }))
      child.once('exit', (code, signal) => {
        end(code === 0 ? { ok: true } : { ok: false, problem: `ended with ${code ?? signal}` })
      })
    })
  }
}

/** The event as one argument: NUL cannot be in one, and what is too long is cut. */
export function argumentOf(event: CodexEvent): string {
  for (let limit = MAX_ARGUMENT; ; limit = Math.floor(limit / 2)) {
    const text = JSON.stringify(event, (_key, value: unknown) =>
      typeof value === 'string' && value.length > limit ? value.slice(0, limit) : value,
    )
    if (Buffer.byteLength(text) <= MAX_ARGUMENT || limit < 16) return text
  }
}
