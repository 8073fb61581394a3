import type { ConformanceCase } from '../case.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { uuidOf } from './flow.js'
import { attributesOf, numbersOf, ofSession, recordsOf } from './records.js'

const invalid = { status: 400, code: 'invalid_request' }
const of = (name: string) => encodeURIComponent(name)
/** Secrets as people paste them, and the part of each that must not be read. */
const SECRETS: readonly (readonly [text: string, hidden: string])[] = [
  ['token ghp_0123456789abcdefghijABCDEFGHIJ012345 used', 'ghp_0123456789'],
  ['Authorization: Bearer abc123def456ghi789jkl012', 'abc123def456'],
  ['postgres://me:hunter22@db.example.com/x', 'hunter22'],
  ['password="correct horse 7"', 'correct horse'],
  ['AKIAIOSFODNN7EXAMPLE', 'IOSFODNN7'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----', 'MIIEow'],
]

/** The record of a notify event, and reading records. */
export const logRecords: readonly ConformanceCase[] = [
  {
    id: 'log-record',
    verifies: ['LOG-001', 'LOG-002', 'LOG-003', 'LOG-006', 'FLOW-550'],
    title: 'an accepted envelope is one record with the stable attributes',
    async run(context) {
      const name = context.name(' Codex 1')
      const payload = {
        type: 'New Plan',
        summary: 'A',
        n: 7,
        ok: true,
        'turn-id': '12',
        list: [1],
        nothing: null,
      }
      await context.notify(name, payload, { event_id: 'e-1', occurred_at: '2026-01-28T20:17:42Z' })
      const records = await ofSession(context, name)
      expectMatch('the records', records, [
        {
          cursor: is.text,
          severityNumber: 9,
          severityText: 'info',
          body: { stringValue: 'notify event accepted' },
          resource: { attributes: is.list },
        },
      ])
      const attributes = attributesOf(records[0])
      expectMatch('the attributes', attributes, {
        'gestalt.category': 'notification',
        'gestalt.source': 'notify',
        type: 'notify_new_plan',
        'notify.type': 'New Plan',
        'notify.event_id': 'e-1',
        'session.id': name,
        session_id: name,
        'notify.dispatch': 'queued',
        'notify.duplicate': is.absent,
        ...{ summary: 'A', 'notify.summary': 'A', n: '7', 'notify.n': '7', ok: 'true', turn_id: '12' },
        ...{ list: is.absent, 'notify.list': is.absent, nothing: is.absent },
      })
    },
  },
  {
    id: 'log-duplicate',
    verifies: ['LOG-004', 'LOG-001'],
    title: 'a duplicate is a record of its own that says so',
    async run(context) {
      const name = context.name()
      for (const n of [1, 1, 1]) await context.notify(name, { type: 'x', n }, { event_id: 'e' })
      await context.notify(name, { type: 'x', n: 2 })
      const records = await ofSession(context, name)
      const told = records.map((record) => {
        const { n, 'notify.duplicate': duplicate, 'notify.event_id': id } = attributesOf(record)
        return [n, duplicate, id]
      })
      expectSame('the records', told, [
        ['1', null, 'e'],
        ['1', true, 'e'],
        ['1', true, 'e'],
        ['2', null, null],
      ])
    },
  },
  {
    id: 'log-refused',
    verifies: ['LOG-005'],
    title: 'a refused envelope gives no record',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'x', n: 1 }, { event_id: 'e' })
      await context.post(name, { session_id: name, payload: { type: 'x', n: 2 }, event_id: 'e' })
      await context.post(name, { session_id: name, payload: { n: 3 } })
      await context.post(name, { session_id: name, payload: { type: 'x', n: 4 }, source: 'me' })
      await context.notify(name, { type: 'x', n: 5 })
      expectSame('the records', numbersOf(await ofSession(context, name)), ['1', '5'])
    },
  },
  {
    id: 'log-protected',
    verifies: ['LOG-007', 'LOG-009'],
    title: 'a payload cannot say what the gateway says, and nothing in colour',
    async run(context) {
      const name = context.name()
      await context.notify(name, {
        type: 'x',
        dispatch: 'failed',
        duplicate: true,
        error: 'evil',
        'notify.dispatch': 'failed',
        'gestalt.category': 'evil',
        'gestalt.replay_window': '9h',
        'signalbox.session_id': 'evil',
        summary: '\u001b[31mred\u001b[0m\u0007',
      })
      const [record] = await ofSession(context, name)
      expectMatch('the attributes', attributesOf(record), {
        'notify.dispatch': 'queued',
        'notify.duplicate': is.absent,
        'notify.error': is.absent,
        'gestalt.category': 'notification',
        'gestalt.replay_window': is.absent,
        dispatch: 'failed',
        summary: 'red',
      })
    },
  },
  {
    id: 'log-redaction',
    verifies: ['LOG-008'],
    title: 'secrets are in no record, the events are as they were',
    async run(context) {
      const name = context.name()
      const texts = SECRETS.map(([text], index) => [`text_${index}`, text])
      const payload = { type: 'x', ...Object.fromEntries(texts), api_key: 'plain-words', kept: 'a plan' }
      await context.notify(name, payload)
      const { text } = await context.http({ path: `/api/logs?session_id=${of(name)}` })
      for (const hidden of [...SECRETS.map(([, part]) => part), 'plain-words'])
        expectThat(`${hidden} is not to be read`, !text.includes(hidden))
      const [record] = await ofSession(context, name)
      expectMatch('the others are', attributesOf(record), { kept: 'a plan', api_key: is.text })
      expectMatch('the event', await context.events(name), is.each({ type: is.text }))
      const event = (await context.events(name)).find(({ type }) => type === 'notify_event')
      expectMatch('the payload', event, { notify: { payload } })
    },
  },
  {
    id: 'log-raw',
    verifies: ['LOG-010'],
    title: 'raw is in no record',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'x', n: 1 }, { raw: 'only-in-raw' })
      const { text } = await context.http({ path: `/api/logs?session_id=${of(name)}` })
      expectThat('there is a record', text.includes('notify event accepted'))
      expectThat('raw is not in it', !text.includes('only-in-raw'))
      expectSame('nor found by it', await ofSession(context, name, '&q=only-in-raw'), [])
    },
  },
  {
    id: 'log-filters',
    verifies: ['LOG-020', 'LOG-021', 'LOG-022', 'LOG-023', 'LOG-024', 'LOG-025'],
    title: 'limit, since, level, session, type and text',
    async run(context) {
      const [name, other] = [context.name(), context.name()]
      const types = ['New Plan', 'progress', 'finish', 'deploy', 'deploy']
      for (const [n, type] of types.entries())
        await context.notify(name, { type, n, summary: `Said ${name} ${n}` })
      await context.notify(other, { type: 'deploy', n: 9 })
      const list = async (query: string) => numbersOf(await ofSession(context, name, query))
      const all = ['0', '1', '2', '3', '4']
      expectSame('all', await list(''), all)
      expectSame('the newest two', await list('&limit=2'), ['3', '4'])
      expectSame('a canonical type', await list('&type=notify_new_plan'), ['0'])
      expectSame('a type as it was sent', await list('&type=deploy'), ['3', '4'])
      expectSame('a text', await list(`&q=${of(`said ${name.toUpperCase()} 3`)}`), ['3'])
      expectSame('no such text', await list('&q=nowhere-to-be-found'), [])
      for (const [level, told] of [
        ['debug', all],
        ['info', all],
        ['warning', []],
        ['warn', []],
        ['error', []],
      ] as const)
        expectSame(level, await list(`&level=${level}`), told)
      const uuid = await uuidOf(context, name)
      expectSame('by its uuid', numbersOf(await ofSession(context, uuid)), all)
      const future = new Date(Date.now() + 3_600_000).toISOString()
      expectSame('since later', await list(`&since=${future}`), [])
      expectSame('since 2020', await list('&since=2020-01-01T00:00:00Z'), all)
      expectSame('with an offset', await list(`&since=${of('2020-01-01T01:00:00+01:00')}&limit=2`), [
        '0',
        '1',
      ])
      const { records } = await recordsOf(context, 'limit=1')
      expectMatch('of all sessions', records.length, 1)
    },
  },
  {
    id: 'log-since',
    verifies: ['LOG-021'],
    title: 'since is the time the gateway took it, not what it says of itself',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'x', n: 1 })
      const [first] = await ofSession(context, name)
      const told = { occurred_at: '2001-01-01T00:00:00Z' }
      for (let n = 2; ; n++) {
        await context.notify(name, { type: 'x', n }, told)
        const taken = (await ofSession(context, name)).at(-1)?.observedTimeUnixNano ?? ''
        // Both may have come in the same millisecond.
        if (taken === first?.observedTimeUnixNano) continue
        const since = new Date(Number(taken.slice(0, -6))).toISOString()
        return expectSame('from then on', numbersOf(await ofSession(context, name, `&since=${since}`)), [
          String(n),
        ])
      }
    },
  },
  {
    id: 'log-paging',
    verifies: ['LOG-026'],
    title: 'pages miss none and repeat none, also what is written meanwhile',
    async run(context) {
      const name = context.name()
      const { next: start } = await recordsOf(context, 'limit=1')
      for (let n = 0; n < 7; n++)
        await context
          .notify(name, { type: 'x', n }, n % 3 === 0 ? { event_id: 'e' } : {})
          .catch(() => undefined)
      const told: unknown[] = []
      let next = start
      for (let page = 0; page < 12; page++) {
        const found = await recordsOf(context, `session_id=${of(name)}&limit=2&after=${of(next)}`)
        expectThat('at most two', found.records.length <= 2)
        const last = found.records.at(-1)?.cursor
        told.push(...found.records.map(({ cursor }) => cursor))
        expectMatch('next is a cursor', found.next, is.like(/^[0-9a-f-]{36}@\d+\.\d+$/))
        if (last !== undefined) expectThat('it goes on', found.next !== next)
        next = found.next
        if (page === 1) await context.notify(name, { type: 'x', n: 'late' })
        if (found.records.length === 0) break
      }
      const all = (await ofSession(context, name, '&limit=1000')).map(({ cursor }) => cursor)
      expectSame('the pages', told, all)
      expectThat('no cursor twice', new Set(all).size === all.length)
      await context.notify(name, { type: 'x', n: 'last' })
      const more = await recordsOf(context, `session_id=${of(name)}&after=${of(next)}`)
      expectSame('from the end on', numbersOf(more.records), ['last'])
    },
  },
  {
    id: 'log-rpc',
    verifies: ['LOG-083'],
    title: 'the newest records over JSON-RPC',
    async run(context) {
      const name = context.name()
      for (const n of [1, 2, 3]) await context.notify(name, { type: 'x', n })
      const { result } = await context.rpc('holon/logStream', { max_lines: 20 })
      const { logs } = result as { logs: { level: string; time: string; message: string }[] }
      const accepted = logs.filter(({ message }) => message === 'notify event accepted').slice(-3)
      const times = (await ofSession(context, name)).map(({ timeUnixNano }) =>
        Number(timeUnixNano.slice(0, -6)),
      )
      expectMatch(
        'the lines',
        accepted.map(({ level, time }) => [level, Date.parse(time)]),
        times.map((time) => ['info', time]),
      )
    },
  },
  {
    id: 'log-bad-values',
    verifies: ['LOG-027', 'LOG-023'],
    title: 'bad values are 400 naming the parameter',
    async run(context) {
      const rows: readonly (readonly [path: string, field: string])[] = [
        ...['limit=0', 'limit=x', 'limit=1001', 'limit=1.5'].map((query) => [`?${query}`, 'limit'] as const),
        ...['yesterday', '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-01T24:00:00Z'].map(
          (time) => [`?since=${time}`, 'since'] as const,
        ),
        ...['level=loud', 'level=INFO '].map(
          (query) => [`?${of(query).replace('%3D', '=')}`, 'level'] as const,
        ),
        ['?after=x', 'after'],
        ['?after=01994f3a-0000-7000-8000-0000000000ff@1.0', 'after'],
        ['/stream?level=loud', 'level'],
        ['/stream?replay=often', 'replay'],
        ['/stream?after=x', 'after'],
        ['?limit=1&limit=2', 'limit'],
      ]
      for (const [path, field] of rows) {
        const answer = await context.http({ path: `/api/logs${path}` })
        expectMatch(path, answer.status, 400)
        expectProblem(answer, { ...invalid, field })
      }
      const nobody = await context.http({ path: `/api/logs?session_id=${of(context.name())}` })
      expectMatch('no such session', nobody.status, 404)
    },
  },
]
