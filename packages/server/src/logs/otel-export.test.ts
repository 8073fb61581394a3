import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GATEWAY_RESOURCE, ownRecord } from '@signalbox/protocol/log-record'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FoundRecord } from '../log/records.js'
import type { JournalFields } from '../telemetry/journal.js'
import { LogTail } from './log-tail.js'
import { OtelExport } from './otel-export.js'

/** As many as a page of the log has at most. */
const PAGE = 500
/** What the SDK would hold before it drops. */
const QUEUE = 2048

afterEach(() => vi.unstubAllEnvs())

/** A receiver of logs; `answer` says what it does with the n-th call: a status, or never anything. */
async function startReceiver(answer: (call: number) => number | 'never' = () => 200) {
  const calls: string[][] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { resourceLogs } = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceLogs: { scopeLogs: { logRecords: { body: { stringValue: string } }[] }[] }[]
    }
    const records = resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
    const status = answer(calls.length)
    calls.push(records.map(({ body }) => body.stringValue))
    if (status !== 'never') response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return calls
}

/** An export of a log in memory; `write` adds so many records to it, numbered, and says so once. */
function startExport() {
  const log: FoundRecord[] = []
  const told: [message: string, fields?: JournalFields][] = []
  const faults: unknown[] = []
  const tail = new LogTail({
    async read(after) {
      const records = log.slice(after.offset, after.offset + PAGE)
      const next = { offset: after.offset + records.length, n: 0 }
      return { records, next, more: next.offset < log.length, cut: { offset: 0, n: 0 } }
    },
    report: (fault) => void faults.push(fault),
  })
  const follower = tail.follow({ offset: 0, n: 0 })
  const taken = vi.spyOn(follower, 'next')
  const tell = (...entry: (typeof told)[number]) => void told.push(entry)
  const exporting = new OtelExport({
    follower,
    journal: { info: tell, warn: tell },
    report: (fault) => void faults.push(fault),
    retryMs: 5,
  })
  onTestFinished(async () => {
    await exporting.close()
    expect(faults).toEqual([])
  })
  const write = (count: number, fields = {}) => {
    for (let n = 0; n < count; n++) {
      const offset = log.length + 1
      const note = { time: 0, severity: 'info' as const, message: String(offset), fields }
      const text = JSON.stringify(ownRecord(note, GATEWAY_RESOURCE))
      log.push({ offset, n: 0, text, facets: { severityNumber: 9, types: [] } })
    }
    tail.advance({ offset: log.length, n: 0 })
  }
  return { exporting, write, told, taken }
}

const numbers = (from: number, through: number) =>
  Array.from({ length: through - from + 1 }, (_, n) => String(from + n))

describe('the export of records', () => {
  it('goes on where it was when the log could not be read for a while, and says so once', async () => {
    const calls = await startReceiver()
    const { write, told, taken } = startExport()
    for (let n = 0; n < 3; n++) taken.mockRejectedValueOnce(new Error('the disk is gone'))
    write(2 * PAGE)
    await expect.poll(() => calls.flat().length).toBe(2 * PAGE)
    expect(told).toEqual([
      ['log records cannot be read to be exported', { problem: 'Error: the disk is gone' }],
    ])
  })

  it('brings all to a receiver that takes them, however many come at once, in order and once', async () => {
    const calls = await startReceiver()
    const { write, told } = startExport()
    const all = 3 * QUEUE
    write(all)
    await expect.poll(() => calls.flat().length).toBe(all)
    expect(calls.flat()).toEqual(numbers(1, all))
    expect(told).toEqual([])
  })

  it('does not wait for more where there are few', async () => {
    vi.stubEnv('OTEL_BLRP_SCHEDULE_DELAY', '1')
    const calls = await startReceiver()
    const { write } = startExport()
    for (let n = 1; n <= 3; n++) {
      write(1)
      await expect.poll(() => calls.flat()).toEqual(numbers(1, n))
    }
  })

  it('says once that it fails, and how much that has cost when it is over', async () => {
    const calls = await startReceiver((call) => (call < 3 ? 400 : 200))
    const { write, told } = startExport()
    write(2 * QUEUE)
    await expect.poll(() => calls.flat().at(-1)).toBe(String(2 * QUEUE))
    const dropped = calls.slice(0, 3).flat().length
    await expect
      .poll(() => told)
      .toEqual([
        ['log records cannot be exported', { reason: expect.any(String) }],
        ['log records are exported again', { dropped }],
      ])
  })

  it('says at the end how much was dropped, where it never was over', async () => {
    const calls = await startReceiver(() => 400)
    const { exporting, write, told } = startExport()
    write(1000)
    await exporting.close()
    expect(calls.flat()).toHaveLength(1000)
    expect(told.at(-1)).toEqual(['log records were not exported', { dropped: 1000 }])
    expect(told).toHaveLength(2)
  })

  it('leaves in the log what a receiver does not take: little waits in memory, and a stop does not', async () => {
    const calls = await startReceiver(() => 'never')
    const { exporting, write, told, taken } = startExport()
    write(2 * QUEUE, { text: 'x'.repeat(1000) })
    await expect.poll(() => calls.length).toBe(1)
    await exporting.close()
    expect(calls).toHaveLength(1)
    expect(taken.mock.calls.length).toBeLessThan(5)
    const [sent = []] = calls
    expect(told).toEqual([
      ['the gateway ends before all log records were exported', { dropped: sent.length }],
    ])
    expect(sent.length).toBeLessThanOrEqual(512)
  })
})
