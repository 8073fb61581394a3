import type { Worker } from 'node:worker_threads'
import { SignalboxError } from '@signalbox/protocol'
import type { LogReader, Records } from './log.js'
import { startThread } from './start-thread.js'
import type { FromReader, ThreadSettings, ToReader } from './thread-messages.js'

interface Waiting {
  resolve(answer: unknown): void
  reject(error: Error): void
}

/** The reading thread, seen from the main one: every method is one call over the port. */
export class ReaderThread implements LogReader {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #calls = 0
  #failure: string | undefined
  #closing = false

  /** `thread` is another one in tests only. */
  constructor(settings: ThreadSettings, thread = startThread('reader-thread.js', settings)) {
    this.#worker = thread
    this.#worker.on('message', (message: FromReader) => this.#receive(message))
    this.#worker.on('error', (error) => this.#fail(`the reading thread stopped: ${error.message}`))
    this.#worker.on('exit', () => this.#fail('the reading thread stopped'))
  }

  /** Why nothing can be read any more; undefined while all is well. */
  get failure(): string | undefined {
    return this.#closing ? undefined : this.#failure
  }

  /** Opens the file; to be called once, when the writer has made it ready. */
  open(): Promise<void> {
    return this.#call('open', [])
  }

  resolve: LogReader['resolve'] = (...args) => this.#call('resolve', args)
  session: LogReader['session'] = (...args) => this.#call('session', args)
  sessions: LogReader['sessions'] = (...args) => this.#call('sessions', args)
  read: LogReader['read'] = (...args) => this.#call('read', args)
  replay: LogReader['replay'] = (options) =>
    this.#call('replay', [options], options.memory ? [options.memory] : [])
  replayLog: LogReader['replayLog'] = (options) =>
    this.#call('replayLog', [options], options.memory ? [options.memory] : [])
  kept: LogReader['kept'] = (...args) => this.#call('kept', args)
  turnBefore: LogReader['turnBefore'] = (...args) => this.#call('turnBefore', args)
  timeAt: LogReader['timeAt'] = (...args) => this.#call('timeAt', args)
  deletedSince: LogReader['deletedSince'] = (...args) => this.#call('deletedSince', args)
  eventAt: LogReader['eventAt'] = (...args) => this.#call('eventAt', args)
  eventById: LogReader['eventById'] = (...args) => this.#call('eventById', args)
  recentEvents: LogReader['recentEvents'] = (...args) => this.#call('recentEvents', args)
  eventsOf: LogReader['eventsOf'] = (...args) => this.#call('eventsOf', args)
  readAll: LogReader['readAll'] = (...args) => this.#call('readAll', args)
  history: LogReader['history'] = (...args) => this.#call('history', args)
  raw: LogReader['raw'] = (...args) => this.#call('raw', args)
  submission: LogReader['submission'] = (...args) => this.#call('submission', args)
  requests: LogReader['requests'] = (...args) => this.#call('requests', args)
  request: LogReader['request'] = (...args) => this.#call('request', args)
  attention: LogReader['attention'] = (...args) => this.#call('attention', args)
  leftActive: LogReader['leftActive'] = () => this.#call('leftActive', [])
  watched: LogReader['watched'] = (...args) => this.#call('watched', args)
  deliveries: LogReader['deliveries'] = (...args) => this.#call('deliveries', args)
  delivery: LogReader['delivery'] = (...args) => this.#call('delivery', args)
  deliveryKey: LogReader['deliveryKey'] = (...args) => this.#call('deliveryKey', args)
  dueDeliveries: LogReader['dueDeliveries'] = (...args) => this.#call('dueDeliveries', args)
  prunable: LogReader['prunable'] = (...args) => this.#call('prunable', args)
  outboxState: LogReader['outboxState'] = () => this.#call('outboxState', [])
  chainOf: LogReader['chainOf'] = (...args) => this.#call('chainOf', args)
  logRecords: LogReader['logRecords'] = (...args) => this.#call('logRecords', args)
  newestLogRecords: LogReader['newestLogRecords'] = (...args) => this.#call('newestLogRecords', args)
  lastLogRecord: LogReader['lastLogRecord'] = () => this.#call('lastLogRecord', [])
  logRecordsSince: LogReader['logRecordsSince'] = (...args) => this.#call('logRecordsSince', args)
  records: Records['list'] = (...args) => this.#call('records', args)

  async stop(): Promise<void> {
    this.#closing = true
    if (this.#failure !== undefined) return
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage('close')
    await ended
  }

  #call<T>(method: string, args: unknown[], handOver: ArrayBuffer[] = []): Promise<T> {
    if (this.#failure !== undefined) return Promise.reject(cannotRead())
    return new Promise<T>((resolve, reject) => {
      const call = ++this.#calls
      this.#waiting.set(call, { resolve: resolve as (answer: unknown) => void, reject })
      const request: ToReader = { call, method, args }
      this.#worker.postMessage(request, handOver)
    })
  }

  #receive(message: FromReader): void {
    const waiting = this.#waiting.get(message.call)
    this.#waiting.delete(message.call)
    if (message.error === undefined) waiting?.resolve(message.answer)
    else waiting?.reject(cannotRead())
  }

  /** Without its thread nothing is read any more, until the gateway is started again. */
  #fail(reason: string): void {
    this.#failure ??= reason
    for (const waiting of this.#waiting.values()) waiting.reject(cannotRead())
    this.#waiting.clear()
  }
}

function cannotRead(): SignalboxError {
  return new SignalboxError('unavailable', 'the event log cannot be read right now')
}
