import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceCase } from '../case.js'
import { askedAgain } from '../engine/asked-again.js'
import type { Context } from '../engine/context.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is, mismatch, show } from '../engine/match.js'
import type { OwnGateway } from '../engine/own-gateway.js'
import { Receiver } from '../engine/receiver.js'
import { of, over, saved, settled, toast, webhook } from './flow.js'
import { AWKWARD_CONFIG, getConfig, putConfig } from './flow-config.js'
import { attributesOf, ofSession } from './records.js'

const ALLOW = { webhooks: { allow: ['127.0.0.1'] } }

const flowFile = (id: string, session: string, message: string, level = 'info') => `version: 1
flows:
  - id: ${id}
    event_type: notify_event
    where: {session.id: ${session}}
    bindings:
      - activity_id: toast_notification
        config: {level: ${level}, message_template: "${message}"}
`

/** Runs with a data directory that several gateways have, one after the other. */
async function inDirectory(run: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-conformance-'))
  try {
    await run(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** What GET of a path says once it is what is waited for: files are watched, nobody is told. */
function noticed(context: Context, path: string, wanted: object): Promise<unknown> {
  const ask = async () => (await context.http({ path })).json
  return askedAgain(context, show(wanted), ask, (json) => mismatch(json, wanted) === undefined)
}

/** Flows on the disk, and what is left of them when the gateway is gone. */
export const flowFiles: readonly ConformanceCase[] = [
  {
    id: 'flow-files',
    verifies: ['FLOW-430', 'FLOW-431', 'FLOW-432'],
    title: 'files by hand: a new one, a bad one that disables itself alone, a changed one, a restart',
    needs: ['own'],
    beside: true,
    run: (context) =>
      inDirectory(async (dataDir) => {
        const gateway = await context.startGateway({ dataDir })
        const there = context.at(gateway)
        const name = there.name()
        const id = await saved(there, of(name, toast('saved')))
        const folder = join(dataDir, 'flows')
        const [file = '', ...others] = readdirSync(folder).filter((one) => one.endsWith('.yaml'))
        expectSame('other files', others, [])
        expectMatch('the file', readFileSync(join(folder, file), 'utf8'), is.like(/^version: 1\nflows:\n/))

        const path = '/api/flow/config'
        writeFileSync(join(folder, 'by-hand.yaml'), flowFile('by-hand', name, 'by hand'))
        await noticed(there, path, { triggers: byId(id, 'by-hand'), errors: is.absent })
        writeFileSync(join(folder, 'by-hand.yaml'), flowFile('by-hand', name, 'by hand', 'loud'))
        const fault = { file: 'by-hand.yaml', line: 8, field: is.like(/level$/), message: is.text }
        await noticed(there, path, { triggers: [{ id }], errors: [fault] })
        const { json } = await there.http({ path: '/api/flow/files' })
        const { files } = json as { files: { file: string }[] }
        expectMatch('the files', json, { storage_path: folder, state: 'ready', warnings: [] })
        expectMatch(
          'the bad one',
          files.find((one) => one.file === 'by-hand.yaml'),
          { error: fault },
        )
        const told = await there.represent(name, { type: 'x' })
        expectMatch('what becomes of events', told.dispatch, 'queued')
        await settled(there, id, over(1))

        writeFileSync(join(folder, 'by-hand.yaml'), flowFile('by-hand', name, 'mended'))
        await noticed(there, path, { triggers: byId(id, 'by-hand'), errors: is.absent })
        await there.notify(name, { type: 'x' })
        expectMatch('it is back', await settled(there, 'by-hand', over(1)), [
          { response: { message: 'mended' } },
        ])
        rmSync(join(folder, file))
        await noticed(there, path, { triggers: [{ id: 'by-hand' }], errors: is.absent })
        expectMatch('another config', (await putConfig(there, AWKWARD_CONFIG)).status, 200)
        const before = await getConfig(there)
        await gateway.stop()

        const next = await context.startGateway({ dataDir })
        const after = await getConfig(context.at(next))
        expectSame('after a restart', after.json, before.json)
        expectMatch('and its ETag', after.headers.etag, before.headers.etag)
        await next.stop()
      }),
  },
  {
    id: 'flow-restart',
    verifies: ['FLOW-507', 'FLOW-513', 'FLOW-501'],
    title: 'killed while webhooks wait and toasts are to be shown: afterwards each is done',
    needs: ['own'],
    beside: true,
    run: (context) =>
      inDirectory(async (dataDir) => {
        let answering = false
        const waiting: ServerResponse[] = []
        const receiver = await Receiver.open(context, (_call, _count, response) => {
          if (answering) response.writeHead(200).end('ok')
          else waiting.push(response)
        })
        const start = (): Promise<OwnGateway> => context.startGateway({ dataDir, config: ALLOW })
        const first = await start()
        const before = context.at(first)
        const name = before.name()
        const id = await saved(before, of(name, webhook(receiver.url), toast('shown {{n}}')))
        const told = []
        for (const n of [1, 2, 3, 4, 5]) told.push(await before.represent(name, { type: 'x', n }))
        await receiver.call()
        await first.kill()
        answering = true
        for (const response of waiting) response.destroy()

        const next = await start()
        const after = context.at(next)
        const rows = await settled(after, id, over(10))
        expectMatch('all of them', rows, is.each({ status: 'done' }))
        const ids = told.flatMap((one) => [`${one.id}/${id}/0`, `${one.id}/${id}/1`])
        expectSame('each once', rows.map((row) => row.id).sort(), ids.sort())
        const keys = new Set(receiver.calls.map(({ headers }) => headers['idempotency-key']))
        expectMatch('the receiver heard of each', keys.size, 5)
        const shown = (await after.events(name)).filter(({ type }) => type === 'toast')
        expectMatch(
          'each toast once',
          shown.map(({ message }) => message).sort(),
          [1, 2, 3, 4, 5].map((n) => `shown ${n}`),
        )
        expectThat('the same secret signs', receiver.calls.length >= 5)
        await next.stop()
      }),
  },
  {
    id: 'flow-unreadable',
    verifies: ['FLOW-554'],
    title: 'a file where the directory of flows should be',
    needs: ['own'],
    beside: true,
    run: (context) =>
      inDirectory(async (dataDir) => {
        writeFileSync(join(dataDir, 'flows'), 'no directory')
        const gateway = await context.startGateway({ dataDir })
        const there = context.at(gateway)
        const name = there.name()
        expectMatch('the event', await there.represent(name, { type: 'x' }), { dispatch: 'flow_unavailable' })
        await there.notify(name, { type: 'x' })
        const records = await ofSession(there, name)
        for (const record of records)
          expectMatch('the record', attributesOf(record), { 'notify.dispatch': 'flow_unavailable' })
        expectMatch('how many', records.length, 2)
        const { json } = await there.http({ path: '/api/flow/files' })
        expectMatch('the files', json, { state: 'unreadable' })
        await gateway.stop()
      }),
  },
  {
    id: 'flow-off',
    verifies: ['FLOW-551', 'FLOW-507'],
    title:
      'with flows off events are taken and say so; switched on again, only what comes sets something off',
    needs: ['own'],
    beside: true,
    run: (context) =>
      inDirectory(async (dataDir) => {
        const off = await context.startGateway({ dataDir, config: { flows: { enabled: false } } })
        const there = context.at(off)
        const name = there.name()
        const told = await there.represent(name, { type: 'x', n: 1 })
        expectMatch('what became of it', told.dispatch, 'flow_unavailable')
        await there.notify(name, { type: 'x', n: 1 })
        const dispatches = async (at: Context) => {
          const { json } = await at.http({ path: `/api/logs?session_id=${encodeURIComponent(name)}` })
          const { records } = json as { records: { attributes: { key: string; value: object }[] }[] }
          return records.map(
            ({ attributes }) => attributes.find(({ key }) => key === 'notify.dispatch')?.value,
          )
        }
        const unavailable = { stringValue: 'flow_unavailable' }
        expectSame('the records', await dispatches(there), [unavailable, unavailable])
        expectMatch('the files', (await there.http({ path: '/api/flow/files' })).json, { state: 'off' })
        await off.stop()

        const on = await context.startGateway({ dataDir, config: {} })
        const again = context.at(on)
        const id = await saved(again, of(name, toast('{{n}}')))
        const queued = await again.represent(name, { type: 'x', n: 2 })
        expectMatch('what becomes of it', queued.dispatch, 'queued')
        const rows = await settled(again, id, over(1))
        expectMatch('the delivery', rows, [{ event_id: queued.id, response: { message: '2' } }])
        expectSame('the records', await dispatches(again), [
          unavailable,
          unavailable,
          { stringValue: 'queued' },
        ])
        await on.stop()
      }),
  },
]

function byId(...ids: string[]): object[] {
  return ids.sort().map((id) => ({ id }))
}
