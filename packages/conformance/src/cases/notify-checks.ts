import { type Exchange, exchangeCase } from '../engine/exchange.js'
import type { RequirementId } from '../manifest.js'

const json = { 'content-type': 'application/json' }
const good = { session_id: '{session}', payload: { type: 'x' } }
const MEBIBYTE = 1024 * 1024
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const withText = (members: string) => `{"session_id":"{session}","payload":{"type":"x"},${members}}`
/** An envelope of exactly so many bytes. */
const sized = (bytes: number) => (session: string) => {
  const envelope = { session_id: session, payload: { type: 'x' }, raw: '' }
  return JSON.stringify({ ...envelope, raw: 'x'.repeat(bytes - JSON.stringify(envelope).length) })
}

type Row = Partial<Exchange> & Pick<Exchange, 'id' | 'title'>

/** The rows of one requirement; a row may verify more than that. */
const rows = (requirement: RequirementId, expect: Exchange['expect'], table: readonly Row[]): Exchange[] =>
  table.map(({ verifies = [], ...row }) => ({
    expect,
    ...row,
    id: `notify-${row.id}`,
    verifies: [requirement, ...verifies],
  }))

const invalid = { status: 400, code: 'invalid_request' }
const unprocessable = { status: 422, code: 'invalid_payload' }
const noObject = { ...invalid, detail: 'the body must be a JSON object' }
const names = (field: string) => ({ ...invalid, field })
const tooDeep = { ...invalid, detail: 'nested deeper than 64 levels' }
const token: Pick<Exchange, 'needs'> = { needs: ['token'] }
const strict: Pick<Exchange, 'needs'> = { needs: ['strict'] }
const strictKnown: Pick<Exchange, 'needs' | 'known'> = { needs: ['strict'], known: 'made' }

/** The checks of one envelope, row by row: a request, and the answer it must get. */
const NOTIFY_CHECKS: readonly Exchange[] = [
  ...rows('NOTIFY-001', { status: 401, code: 'unauthorized' }, [
    {
      id: 'no-token',
      title: 'no token',
      ...token,
      anonymous: true,
      body: good,
      verifies: ['NOTIFY-060', 'NOTIFY-061'],
    },
    {
      id: 'wrong-token',
      title: 'a wrong token before a wrong media type',
      ...token,
      headers: { authorization: 'Bearer wrong', 'content-type': 'text/plain' },
      body: good,
      verifies: ['NOTIFY-021'],
    },
    {
      id: 'other-scheme',
      title: 'another scheme',
      ...token,
      headers: { ...json, authorization: 'Basic b3duZXI6' },
      body: good,
    },
  ]),
  ...rows('NOTIFY-002', { status: 415, code: 'unsupported_media_type' }, [
    {
      id: 'form',
      title: 'a form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: good,
      verifies: ['NOTIFY-060', 'NOTIFY-061'],
    },
    { id: 'plain-text', title: 'plain text', headers: { 'content-type': 'text/plain' }, body: good },
    {
      id: 'no-media-type-at-all',
      title: 'a Content-Type that is none',
      headers: { 'content-type': 'garbage' },
      body: good,
    },
    {
      id: 'ndjson',
      title: 'NDJSON belongs to another door',
      headers: { 'content-type': 'application/x-ndjson' },
      body: good,
    },
    {
      id: 'media-type-before-size',
      title: 'before the size',
      headers: { 'content-type': 'text/plain' },
      body: sized(MEBIBYTE + 1),
      verifies: ['NOTIFY-022'],
    },
    {
      id: 'media-type-before-json',
      title: 'before the JSON',
      headers: { 'content-type': 'text/plain' },
      body: '{',
    },
  ]),
  ...rows('NOTIFY-003', { status: 413, code: 'payload_too_large' }, [
    {
      id: 'one-byte-over',
      title: 'one byte over 1 MiB',
      body: sized(MEBIBYTE + 1),
      verifies: ['NOTIFY-060', 'NOTIFY-061'],
    },
    {
      id: 'size-before-json',
      title: 'before the JSON',
      body: '{'.repeat(MEBIBYTE + 1),
      verifies: ['NOTIFY-023'],
    },
    { id: 'much-over', title: '8 MiB', body: Buffer.alloc(8 * MEBIBYTE, 'x') },
  ]),
  ...rows('NOTIFY-004', invalid, [
    { id: 'no-body', title: 'no body', verifies: ['NOTIFY-060', 'NOTIFY-061'] },
    { id: 'empty-body', title: 'an empty body', body: '' },
    { id: 'half-an-object', title: 'half an object', body: '{"session_id":"{session}"' },
    { id: 'something-after', title: 'something after the object', body: `${JSON.stringify(good)} x` },
    {
      id: 'no-utf8',
      title: 'bytes that are no UTF-8',
      body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    },
    { id: 'binary', title: 'binary', body: Buffer.from([0, 1, 2, 3, 0x80, 0x90]) },
    { id: 'null', title: 'null', body: 'null', expect: noObject },
    { id: 'array', title: 'an array', body: '[]', expect: noObject },
    { id: 'string', title: 'a string', body: '"x"', expect: noObject },
    { id: 'nan', title: 'NaN', body: withText('"raw":NaN') },
  ]),
  ...rows('NOTIFY-041', invalid, [
    {
      id: 'number-session-id',
      title: 'a number as session_id',
      body: { ...good, session_id: 7 },
      expect: names('session_id'),
    },
    {
      id: 'number-event-id',
      title: 'a number as event_id',
      body: { ...good, event_id: 7 },
      expect: names('event_id'),
    },
    { id: 'object-raw', title: 'an object as raw', body: { ...good, raw: {} }, expect: names('raw') },
    {
      id: 'number-occurred-at',
      title: 'a number as occurred_at',
      body: { ...good, occurred_at: 1769631462 },
      expect: names('occurred_at'),
    },
    {
      id: 'wrong-type-before-session-id',
      title: 'before a missing session_id',
      body: { payload: { type: 'x' }, raw: 1 },
      expect: names('raw'),
      verifies: ['NOTIFY-024'],
    },
  ]),
  ...rows('NOTIFY-042', names('occurred_at'), [
    { id: 'empty-occurred-at', title: 'an empty occurred_at', body: { ...good, occurred_at: '' } },
    { id: 'date', title: 'a date', body: { ...good, occurred_at: '2026-01-28' } },
    { id: 'month-13', title: 'a month that is none', body: { ...good, occurred_at: '2026-13-28T20:17:42Z' } },
    {
      id: 'february-30',
      title: 'a day the month does not have',
      body: { ...good, occurred_at: '2026-02-30T00:00:00Z' },
    },
    { id: 'no-zone', title: 'a time without zone', body: { ...good, occurred_at: '2026-01-28T20:17:42' } },
    {
      id: 'time-before-session-id',
      title: 'before a missing session_id',
      body: { payload: { type: 'x' }, occurred_at: 'now' },
      verifies: ['NOTIFY-024'],
    },
  ]),
  ...rows(
    'NOTIFY-043',
    invalid,
    ['agent_id', 'agent_name', 'source', 'event_type', 'Session_ID', '__proto__'].map((field) => ({
      id: `unknown-${field}`,
      title: `the unknown field ${field}`,
      body: withText(`"${field}":"x"`),
      expect: { ...names(field), detail: `unknown field ${field}` },
    })),
  ),
  ...rows('NOTIFY-043', names('source'), [
    {
      id: 'unknown-before-session-id',
      title: 'before a missing session_id',
      body: { source: 'x' },
      verifies: ['NOTIFY-024'],
    },
  ]),
  ...rows('NOTIFY-044', tooDeep, [
    { id: '65-levels', title: '65 levels', body: withText(`"raw":${nested(64)}`) },
    { id: '100000-levels', title: '100,000 levels', body: withText(`"payload":${nested(100_000)}`) },
    {
      id: '64-levels',
      title: '64 levels are taken',
      body: `{"session_id":"{session}","payload":{"type":"x","a":${nested(62)}}}`,
      expect: { status: 204 },
    },
  ]),
  ...rows('NOTIFY-045', invalid, [
    {
      id: 'nul-in-session-id',
      title: 'a NUL in session_id',
      suffix: '\0',
      body: good,
      expect: names('session_id'),
    },
    {
      id: 'half-character',
      title: 'half a character in event_id',
      body: withText('"event_id":"\\ud800"'),
      expect: names('event_id'),
    },
    {
      id: 'long-event-id',
      title: '513 characters of event_id',
      body: { ...good, event_id: 'e'.repeat(513) },
      expect: names('event_id'),
    },
  ]),
  ...rows('NOTIFY-005', { ...names('session_id'), detail: 'missing session id' }, [
    { id: 'no-session-id', title: 'no session_id', body: { payload: { type: 'x' } } },
    { id: 'null-session-id', title: 'a null one', body: { ...good, session_id: null } },
    { id: 'blank-session-id', title: 'a blank one', body: { ...good, session_id: ' \t' } },
    { id: 'empty-object', title: 'an empty object', body: {}, verifies: ['NOTIFY-025'] },
    {
      id: 'session-id-before-payload',
      title: 'before a payload that is no object',
      body: { payload: [] },
      verifies: ['NOTIFY-025'],
    },
    {
      id: 'session-id-before-type',
      title: 'before a missing payload type',
      body: { payload: {} },
      verifies: ['NOTIFY-025'],
    },
  ]),
  ...rows(
    'NOTIFY-006',
    { status: 422, code: 'missing_payload', detail: 'missing payload', field: 'payload' },
    [
      {
        id: 'no-payload',
        title: 'no payload',
        body: { session_id: '{session}' },
        verifies: ['NOTIFY-060', 'NOTIFY-061'],
      },
      {
        id: 'no-payload-before-mismatch',
        title: 'before the mismatch',
        body: { session_id: '{other}' },
        verifies: ['NOTIFY-026'],
      },
    ],
  ),
  ...rows('NOTIFY-007', { ...unprocessable, detail: 'payload must be a JSON object', field: 'payload' }, [
    { id: 'null-payload', title: 'null', body: { ...good, payload: null } },
    { id: 'array-payload', title: 'an array', body: { ...good, payload: [{ type: 'x' }] } },
    { id: 'string-payload', title: 'a string', body: { ...good, payload: 'x' } },
    { id: 'number-payload', title: 'a number', body: { ...good, payload: 0 } },
    {
      id: 'null-payload-before-mismatch',
      title: 'before the mismatch',
      body: { session_id: '{other}', payload: null },
      verifies: ['NOTIFY-026'],
    },
  ]),
  ...rows('NOTIFY-008', { ...unprocessable, detail: 'missing payload type', field: 'payload.type' }, [
    { id: 'no-type', title: 'no type', body: { ...good, payload: {} } },
    { id: 'number-type', title: 'a number', body: { ...good, payload: { type: 1 } } },
    { id: 'null-type', title: 'null', body: { ...good, payload: { type: null } } },
    { id: 'blank-type', title: 'blank', body: { ...good, payload: { type: ' \n' } } },
    {
      id: 'no-type-before-mismatch',
      title: 'before the mismatch',
      body: { session_id: '{other}', payload: {} },
      verifies: ['NOTIFY-026'],
    },
  ]),
  ...rows('NOTIFY-009', { ...names('session_id'), detail: 'session id mismatch' }, [
    {
      id: 'other-session',
      title: 'another session',
      body: { ...good, session_id: '{other}' },
      verifies: ['NOTIFY-060', 'NOTIFY-061'],
    },
    {
      id: 'other-case',
      title: 'another case',
      body: (session) => ({ ...good, session_id: session.toLowerCase() }),
    },
    { id: 'white-space', title: 'white space around it', body: { ...good, session_id: ' {session}' } },
    {
      id: 'mismatch-before-strict',
      title: 'before an unknown session',
      ...strict,
      body: { ...good, session_id: '{other}' },
      verifies: ['NOTIFY-027'],
    },
  ]),
  ...rows('NOTIFY-010', { status: 404, code: 'session_not_found', detail: 'session not found' }, [
    {
      id: 'strict-unknown',
      title: 'an unknown session',
      ...strict,
      body: good,
      verifies: ['NOTIFY-060', 'NOTIFY-061'],
    },
    {
      id: 'strict-unknown-uuid',
      title: 'an unknown uuid',
      ...strict,
      path: () => '/api/sessions/01994f3a-0000-7000-8000-000000000001/notify',
      body: { ...good, session_id: '01994f3a-0000-7000-8000-000000000001' },
    },
    {
      id: 'strict-unknown-before-plan-file',
      title: 'before a missing plan_file',
      ...strict,
      body: { ...good, payload: { type: 'progress' } },
      verifies: ['NOTIFY-028'],
    },
  ]),
  ...rows('NOTIFY-011', { ...unprocessable, detail: 'missing plan_file', field: 'payload.plan_file' }, [
    {
      id: 'strict-no-plan-file',
      title: 'progress without plan_file',
      ...strictKnown,
      body: { ...good, payload: { type: 'progress' } },
      verifies: ['NOTIFY-060', 'NOTIFY-061'],
    },
    {
      id: 'strict-blank-plan-file',
      title: 'a blank one, the type in another spelling',
      ...strictKnown,
      body: { ...good, payload: { type: 'Progress!', plan_file: ' ' } },
    },
    {
      id: 'strict-number-plan-file',
      title: 'a number',
      ...strictKnown,
      body: { ...good, payload: { type: 'progress', plan_file: 1 } },
    },
    {
      id: 'strict-plan-file-before-conflict',
      title: 'before a conflict',
      ...strictKnown,
      before: [{ ...good, event_id: 'e' }],
      body: { ...good, event_id: 'e', payload: { type: 'progress' } },
      verifies: ['NOTIFY-029'],
    },
    {
      id: 'strict-plan-file',
      title: 'plan_file is taken',
      ...strictKnown,
      body: { ...good, payload: { type: 'progress', plan_file: 'p' } },
      expect: { status: 204 },
    },
    {
      id: 'strict-kebab-plan-file',
      title: 'plan-file is taken',
      ...strictKnown,
      body: { ...good, payload: { type: 'progress', 'plan-file': 'p' } },
      expect: { status: 204 },
    },
    {
      id: 'strict-only-progress',
      title: 'no other type needs one',
      ...strictKnown,
      body: { ...good, payload: { type: 'finish' } },
      expect: { status: 204 },
    },
  ]),
  ...rows('NOTIFY-012', { status: 409, code: 'conflict', field: 'event_id' }, [
    {
      id: 'conflict',
      title: 'the event_id with another payload',
      before: [{ ...good, event_id: 'e' }],
      body: { ...good, event_id: 'e', payload: { type: 'y' } },
      verifies: ['NOTIFY-060', 'NOTIFY-061'],
    },
    {
      id: 'conflict-of-a-value',
      title: 'one value in the payload differs',
      before: [{ ...good, event_id: 'e', payload: { type: 'x', n: 1 } }],
      body: { ...good, event_id: 'e', payload: { type: 'x', n: 2 } },
    },
  ]),
  ...rows('NOTIFY-014', { status: 204 }, [
    {
      id: 'codex-example',
      title: "the contract's Codex example",
      verifies: ['NOTIFY-050'],
      body: {
        session_id: '{session}',
        occurred_at: '2026-01-28T20:17:42Z',
        payload: { type: 'agent-turn-complete', turn_id: 'turn-42', model: 'gpt-5' },
        raw: '{"type":"agent-turn-complete","turn_id":"turn-42","model":"gpt-5"}',
        event_id: 'codex-notify:turn-42',
      },
    },
    {
      id: 'plan-example',
      title: "the contract's plan example",
      verifies: ['NOTIFY-050'],
      body: {
        session_id: '{session}',
        occurred_at: '2026-01-28T20:17:42Z',
        payload: {
          type: 'plan-L1-wip',
          plan_file: '.gestalt/plans/gestalt-notify.org',
          heading: 'Route session events via gestalt-notify',
          state: 'wip',
          level: 1,
        },
        event_id: 'manual:plan-L1-wip:gestalt-notify',
      },
    },
    {
      id: 'strict-known',
      title: 'a known session in strict mode',
      ...strictKnown,
      body: good,
      verifies: ['NOTIFY-010'],
    },
    {
      id: 'progress-without-plan-file',
      title: 'progress without plan_file outside strict mode',
      body: { ...good, payload: { type: 'progress' } },
    },
    { id: 'no-content-type', title: 'no media type', headers: {}, body: good, verifies: ['NOTIFY-057'] },
    {
      id: 'empty-content-type',
      title: 'an empty media type',
      headers: { 'content-type': '' },
      body: good,
      verifies: ['NOTIFY-057'],
    },
    {
      id: 'charset',
      title: 'a charset',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: good,
      verifies: ['NOTIFY-057'],
    },
    {
      id: 'upper-case-content-type',
      title: 'upper case',
      headers: { 'content-type': 'Application/JSON' },
      body: good,
      verifies: ['NOTIFY-057'],
    },
    {
      id: 'plus-json',
      title: 'a +json type',
      headers: { 'content-type': 'application/cloudevents+json' },
      body: good,
      verifies: ['NOTIFY-057'],
    },
    { id: 'exactly-1-mib', title: 'exactly 1 MiB', body: sized(MEBIBYTE), verifies: ['NOTIFY-058'] },
    { id: 'last-of-two-keys', title: 'the last of two keys', body: withText('"payload":{"type":"y"}') },
    {
      id: 'fox',
      title: 'a type nobody knows',
      body: { ...good, payload: { type: '🦊 !!' } },
      verifies: ['NOTIFY-083'],
    },
    { id: 'blank-in-path', title: 'blanks in the id', body: good, verifies: ['NOTIFY-052'] },
    { id: 'slash-in-path', title: 'a slash in the id', suffix: '/b', body: good, verifies: ['NOTIFY-052'] },
    {
      id: 'percent-in-path',
      title: 'a percent sign in the id',
      suffix: '100%',
      body: good,
      verifies: ['NOTIFY-052'],
    },
    {
      id: 'plus-in-path',
      title: 'a plus is a plus',
      suffix: '+b',
      path: (session) => `/api/sessions/${session.replaceAll(' ', '%20')}/notify`,
      body: good,
      verifies: ['NOTIFY-052'],
    },
    {
      id: 'other-alphabet-in-path',
      title: 'other alphabets',
      suffix: ' Кодекс ✨',
      body: good,
      verifies: ['NOTIFY-052'],
    },
    {
      id: 'proto-in-payload',
      title: '__proto__ inside the payload is only a name',
      body: '{"session_id":"{session}","payload":{"type":"x","__proto__":{"a":1}}}',
    },
  ]),
]

export const notifyChecks = NOTIFY_CHECKS.map(exchangeCase)
