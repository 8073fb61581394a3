import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyValue, Logger } from '@opentelemetry/api-logs'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import {
  type AttributeValue,
  attributeText,
  GATEWAY_RESOURCE,
  type LogRecord,
  NOTIFY_SCOPE,
  OWN_SCOPE,
} from '@signalbox/protocol/log-record'
import type { FoundRecord } from '../log/records.js'
import type { Journal } from '../telemetry/journal.js'
import type { LogFollower } from './log-tail.js'
import { WatchedExporter } from './watched-exporter.js'

export interface OtelExportDeps {
  /** What is to be exported, as it is written. */
  follower: LogFollower
  journal: Pick<Journal, 'info' | 'warn'>
  report: (error: unknown) => void
  /** How soon the log is read again that could not be. */
  retryMs?: number
}

/** So many records, or so many characters of them, are handed to the SDK before it is waited for: it would drop more. */
const BATCH = 512
const BATCH_LENGTH = 2 * 1024 * 1024
/** How long a stop waits for the receiver. */
const CLOSE_MS = 1_000
const RETRY_MS = 1_000
/** A payload has more scalars than the SDK would let through by itself. */
const MAX_ATTRIBUTES = 1024

/**
 * Sends every record to an OTLP receiver, by the OpenTelemetry SDK: address, headers, compression and timeouts come from
 * the OTEL_ variables. The log is the queue: what a receiver is too slow for is read later. One that is dead or refuses
 * costs its own records and nothing else.
 */
export class OtelExport {
  readonly #deps: OtelExportDeps
  readonly #agents: (HttpAgent | HttpsAgent)[] = []
  readonly #provider: LoggerProvider
  readonly #loggers: ReadonlyMap<string, Logger>
  readonly #exporter: WatchedExporter
  readonly #processor: BatchLogRecordProcessor
  readonly #running: Promise<void>
  #failing = false

  constructor(deps: OtelExportDeps) {
    this.#deps = deps
    const exporter = new OTLPLogExporter({
      httpAgentOptions: (protocol) => this.#agent(protocol),
    })
    this.#exporter = new WatchedExporter(exporter, deps.journal)
    this.#processor = new BatchLogRecordProcessor({
      exporter: this.#exporter,
      maxQueueSize: BATCH,
      maxExportBatchSize: BATCH,
      ...waits(process.env),
    })
    const { attributes } = GATEWAY_RESOURCE
    const own = resourceFromAttributes(
      Object.fromEntries(attributes.map(({ key, value }) => [key, attributeText(value)])),
    )
    this.#provider = new LoggerProvider({
      resource: defaultResource()
        .merge(own)
        .merge(detectResources({ detectors: [envDetector] })),
      logRecordLimits: { attributeCountLimit: MAX_ATTRIBUTES },
      processors: [this.#processor],
    })
    this.#loggers = new Map([NOTIFY_SCOPE, OWN_SCOPE].map((name) => [name, this.#provider.getLogger(name)]))
    this.#running = this.#run().catch(deps.report)
  }

  /** Sends what waits, if the receiver takes it soon. */
  async close(): Promise<void> {
    let soon: NodeJS.Timeout | undefined
    const late = new Promise<true>((resolve) => {
      soon = setTimeout(resolve, CLOSE_MS, true)
    })
    this.#exporter.end(await Promise.race([this.#finish(), late]))
    clearTimeout(soon)
    this.#deps.follower.close()
    for (const agent of this.#agents) agent.destroy()
  }

  async #finish(): Promise<false> {
    this.#deps.follower.finish()
    await this.#running
    await this.#provider.shutdown().catch(() => undefined)
    return false
  }

  async #run(): Promise<void> {
    const { follower } = this.#deps
    let [count, length] = [0, 0]
    while (!follower.closed) {
      for (const { text } of await this.#next()) {
        this.#emit(JSON.parse(text) as LogRecord)
        count += 1
        length += text.length
        if (count < BATCH && length < BATCH_LENGTH) continue
        // Of the processor: the provider would give up before every export has ended, and the next records be dropped.
        await this.#processor.forceFlush()
        if (follower.closed) return
        count = 0
        length = 0
      }
    }
  }

  /** What comes next; nothing where the log cannot be read now, so that it is asked again from the same place. */
  async #next(): Promise<readonly FoundRecord[]> {
    const { follower, journal, retryMs = RETRY_MS } = this.#deps
    try {
      const records = await follower.next()
      this.#failing = false
      return records
    } catch (error) {
      if (!this.#failing)
        journal.warn('log records cannot be read to be exported', { problem: String(error) })
      this.#failing = true
      await sleep(retryMs, undefined, { ref: false })
      return []
    }
  }

  #emit({ timeUnixNano, observedTimeUnixNano, ...record }: LogRecord): void {
    this.#exporter.expectOne()
    this.#loggers.get(record.scope.name)?.emit({
      timestamp: timeOf(timeUnixNano),
      observedTimestamp: timeOf(observedTimeUnixNano),
      severityNumber: record.severityNumber,
      severityText: record.severityText,
      body: record.body.stringValue,
      attributes: Object.fromEntries(record.attributes.map(({ key, value }) => [key, plainValue(value)])),
    })
  }

  /** Our own, so that a request nobody answers ends with the gateway. */
  #agent(protocol: string): HttpAgent | HttpsAgent {
    const agent =
      protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
    this.#agents.push(agent)
    return agent
  }
}

/** How long records wait for others, and for the receiver: the SDK knows these variables only where it is set up by another. */
function waits(env: Readonly<Record<string, string | undefined>>) {
  const [delay, timeout] = [Number(env.OTEL_BLRP_SCHEDULE_DELAY), Number(env.OTEL_BLRP_EXPORT_TIMEOUT)]
  return {
    ...(delay > 0 ? { scheduledDelayMillis: delay } : {}),
    ...(timeout > 0 ? { exportTimeoutMillis: timeout } : {}),
  }
}

function timeOf(nanoseconds: string): Date {
  return new Date(Number(nanoseconds.slice(0, -6)))
}

function plainValue(value: AttributeValue): AnyValue {
  return 'intValue' in value ? Number(value.intValue) : (Object.values(value)[0] as AnyValue)
}
