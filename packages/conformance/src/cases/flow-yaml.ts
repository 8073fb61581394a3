import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import type { Answer } from '../engine/http-call.js'
import { is } from '../engine/match.js'
import { toast, webhook, YAML_TYPE } from './flow.js'
import { getConfig, putConfig, replacing } from './flow-config.js'

const EXPORT = '/api/flow/config/export'
const invalid = { status: 400, code: 'invalid_request' }

const FLOW = `version: 1
flows:
  - id: from-yaml
    label: "From YAML: 1"
    event_type: notify_finish
    where:
      session.id: Codex 1
    bindings:
      - activity_id: toast_notification
        config:
          level: info
          message_template: |-
            {{summary}}
            and more
`

/** What FLOW is as the API has it. */
const AS_CONFIG = {
  version: 1,
  triggers: [
    {
      id: 'from-yaml',
      label: 'From YAML: 1',
      event_type: 'notify_finish',
      where: { 'session.id': 'Codex 1' },
    },
  ],
  bindings_by_trigger_id: { 'from-yaml': [toast('{{summary}}\nand more')] },
}

/** Texts YAML would take for something else. */
const AWKWARD = [
  'yes',
  '1',
  '~',
  '# no comment',
  'a: b',
  '- x',
  '{{summary}}',
  'é\n\n  x\n',
  '\ttab',
  '!!js x',
  '0x1F',
  'it\'s "so"',
]

function imported(
  context: Context,
  body: string | Buffer,
  headers: Record<string, string> = YAML_TYPE,
): Promise<Answer> {
  return context.http({ method: 'POST', path: '/api/flow/config/import', headers, body })
}

/** `a: &a [x, x]`, then lists of lists of it. */
function bomb(): string {
  const names = 'abcdefghij'.split('')
  const lists = names.map((name, n) => {
    const before = names[n - 1]
    const items = Array.from({ length: 10 }, () => (before === undefined ? 'x' : `*${before}`))
    return `${name}: &${name} [${items.join(', ')}]`
  })
  return `${lists.join('\n')}\nversion: 1\nflows: *j\n`
}

/** Texts that are wrong, with the line and the field that are told. */
const WRONG: readonly (readonly [what: string, text: string, line: number, field: RegExp | undefined])[] = [
  ['no YAML', 'version: 1\nflows: [\n', 3, undefined],
  ['a bad level', FLOW.replace('level: info', 'level: loud'), 11, /level$/],
  ['an unknown field', FLOW.replace('    label:', '    labels:'), 4, /labels$/],
  ['an unknown type', FLOW.replace('notify_finish', 'nothing'), 5, /event_type$/],
  ['an unknown activity', FLOW.replace('toast_notification', 'run_command'), 9, /activity_id$/],
  ['another version', FLOW.replace('version: 1', 'version: 2'), 1, /version$/],
  ['a key twice', FLOW.replace('    label:', '    id: again\n    label:'), 4, undefined],
]

/** Flows as YAML. */
export const flowYaml: readonly ConformanceCase[] = [
  replacing({
    id: 'flow-export',
    verifies: ['FLOW-420', 'FLOW-421'],
    title: 'what is exported is YAML, and is the same when it is imported again',
    async run(context) {
      const triggers = AWKWARD.map((label, n) => ({
        id: `t ${n}`,
        label,
        event_type: 'notify_event',
        where: { a: label },
      }))
      const bound = triggers.map(({ id, label }) => [
        id,
        [toast(`${label}.`), webhook('https://example.com/', { body_template: label })],
      ])
      const config = { version: 1, triggers, bindings_by_trigger_id: Object.fromEntries(bound) }
      expectMatch('put', (await putConfig(context, config)).status, 200)
      const exported = await context.http({ path: EXPORT })
      expectMatch('the export', exported, {
        status: 200,
        headers: {
          'content-type': is.like(/^application\/yaml/),
          'content-disposition': is.like(/^attachment; filename=/),
        },
        text: is.like(/^version: 1\nflows:\n/),
      })
      await putConfig(context, AS_CONFIG)
      const again = await imported(context, exported.text)
      expectMatch('the import', again.status, 200)
      expectSame('what is told', byId(again.json), byId(config))
      expectSame('what is read', byId((await getConfig(context)).json), byId(config))
      expectSame('exported again', (await context.http({ path: EXPORT })).text, exported.text)
    },
  }),
  replacing({
    id: 'flow-import',
    verifies: ['FLOW-421', 'FLOW-422'],
    title: 'YAML written by hand, under each name of its media type',
    async run(context) {
      for (const type of [
        'application/yaml',
        'application/x-yaml; charset=utf-8',
        'text/yaml',
        'text/x-yaml',
      ]) {
        const { status, json } = await imported(context, FLOW, { 'content-type': type })
        expectMatch(type, status, 200)
        expectSame('the config', json, AS_CONFIG)
      }
      for (const type of ['application/json', 'text/plain', 'application/octet-stream'])
        expectProblem(await imported(context, FLOW, { 'content-type': type }), {
          status: 415,
          code: 'unsupported_media_type',
        })
      expectMatch('no media type', (await imported(context, FLOW, {})).status, 415)
    },
  }),
  replacing({
    id: 'flow-import-wrong',
    verifies: ['FLOW-423', 'FLOW-413'],
    title: 'what is wrong is told with its line and its field, and nothing is changed',
    async run(context) {
      await imported(context, FLOW)
      for (const [what, text, line, field] of WRONG) {
        const answer = await imported(context, text)
        expectProblem(answer, invalid)
        const wanted = { line, column: is.atLeast(1), ...(field ? { field: is.like(field) } : {}) }
        expectMatch(what, answer.json, wanted)
        expectSame('it is as it was', (await getConfig(context)).json, AS_CONFIG)
      }
      for (const text of ['', '- 1', 'x', Buffer.from([0xff, 0xfe, 0x00])])
        expectProblem(await imported(context, text), invalid)
    },
  }),
  replacing({
    id: 'flow-import-twice',
    verifies: ['FLOW-426'],
    title: 'an id twice is 409',
    async run(context) {
      const flow = FLOW.slice(FLOW.indexOf('  - id'))
      expectProblem(await imported(context, `${FLOW}${flow}`), { status: 409, code: 'conflict' })
    },
  }),
  replacing({
    id: 'flow-import-bomb',
    verifies: ['FLOW-424', 'FLOW-425'],
    title: 'aliases that multiply, deep nesting and 10 MB are refused at once',
    async run(context) {
      const begun = performance.now()
      expectProblem(await imported(context, bomb()), invalid)
      expectProblem(await imported(context, `a: ${'['.repeat(20_000)}`), invalid)
      const large = await imported(context, Buffer.alloc(10_000_000, 'x: y\n'))
      expectProblem(large, { status: 413, code: 'payload_too_large' })
      expectThat('it took no more than 3 s', performance.now() - begun < 3_000)
      expectMatch('it goes on', (await imported(context, FLOW)).status, 200)
    },
  }),
]

/** Files have names, and names an order: which trigger is the first is not asked. */
function byId(config: unknown): unknown {
  const { triggers, bindings_by_trigger_id, ...rest } = config as {
    triggers: { id: string }[]
    bindings_by_trigger_id: Record<string, unknown>
  }
  const sorted = [...triggers].sort((a, b) => (a.id < b.id ? -1 : 1))
  return { ...rest, triggers: sorted, bound: sorted.map(({ id }) => bindings_by_trigger_id[id]) }
}
