import { configOf, FLOW_CONFIG_EXAMPLE, type Flow, type FlowConfig } from '@signalbox/protocol/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  editFlowText,
  exportConfig,
  importConfig,
  readFlowFile,
  readFlowText,
  writeFlowText,
} from './flow-file.js'

const flow = (id: string, more: object = {}): Flow => ({ id, event_type: 'notify_event', ...more })

function errorIn(text: string) {
  const read = readFlowText(text)
  return 'error' in read ? read.error : undefined
}

const HEAD = 'version: 1\nflows:\n'
const FILE = `${HEAD}  - id: plan-created
    event_type: notify_new_plan
    bindings:
      - activity_id: toast_notification
        config:
          level: info
          message_template: "{{summary}}"
`

describe('a flow file', () => {
  it('is read, with where each flow begins', () => {
    const second = '  - id: b\n    event_type: plan-new\n'
    expect(readFlowText(FILE + second)).toMatchObject({
      flows: [{ id: 'plan-created', bindings: [{ config: { level: 'info' } }] }, { id: 'b' }],
      places: [
        { line: 3, column: 9 },
        { line: 10, column: 9 },
      ],
    })
    expect(readFlowFile('a.yaml', FILE)).toMatchObject({ flows: [{ id: 'plan-created' }] })
  })

  it.each([
    ['a mark at its beginning', `\ufeff${FILE}`],
    ['line ends of Windows', FILE.replaceAll('\n', '\r\n')],
    ['comments', `# mine\n${FILE}# end\n`],
    ['JSON', JSON.stringify({ version: 1, flows: [flow('a')] })],
    ['a document start', `---\n${FILE}`],
    ['folded text', `${HEAD}  - id: a\n    event_type: plan-new\n    label: >\n      one\n      two\n`],
    [
      'dates and words that look like other types, quoted',
      `${HEAD}  - id: "1"\n    event_type: plan-new\n    label: 'yes'\n`,
    ],
  ])('may have %s', (_what, text) => expect(errorIn(text)).toBeUndefined())

  it.each<[string, string, object]>([
    ['nothing in it', '', { message: 'is empty; write version: 1 and flows:' }],
    ['only a comment', '# later\n', { message: 'is empty; write version: 1 and flows:' }],
    ['something else in it', 'hello', { message: 'must be an object', line: 1, column: 1 }],
    ['an open bracket', 'version: 1\nflows: [', { line: 2 }],
    ['a tab', 'version: 1\nflows:\n\t- id: a\n', { line: 3, column: 1 }],
    ['a bracket too many', 'version: 1\nflows: []]\n', { line: 2, column: 10, message: '] closes nothing' }],
    [
      'two documents',
      `${FILE}---\n${FILE}`,
      { line: 10, message: expect.stringContaining('more than one document') },
    ],
    ['an anchor', 'version: 1\nflows: &all []\n', { line: 2, column: 8 }],
    ['an alias', 'version: 1\nflows: *all\n', { line: 2, column: 8 }],
    ['a tag', 'version: 1\nflows: !!set {}\n', { line: 2, column: 8 }],
    ['a directive', '%YAML 1.1\n---\nversion: 1\n', { line: 1, column: 1 }],
    ['a key twice', `${HEAD}  - id: a\n    id: b\n`, { line: 4, column: 5, message: 'id is there twice' }],
    ['no version', 'flows: []\n', { line: 1, field: 'version', message: 'version is required' }],
    ['an unknown field', `${FILE}more: 1\n`, { line: 10, column: 7, field: 'more' }],
    [
      'an unknown type',
      `${HEAD}  - id: a\n    event_type: nope\n`,
      { line: 4, column: 17, field: 'flows[0].event_type' },
    ],
    ['a missing type', `${HEAD}  - id: a\n  - id: b\n`, { line: 3, column: 5, field: 'flows[0].event_type' }],
    [
      'a number in where',
      `${HEAD}  - id: a\n    event_type: plan-new\n    where:\n      level: 1\n`,
      { line: 6, column: 14, field: 'flows[0].where.level' },
    ],
    [
      'a bad level',
      FILE.replace('info', 'loud'),
      { line: 8, column: 18, field: 'flows[0].bindings[0].config.level' },
    ],
    [
      'a missing field',
      FILE.replace(/ +message_template.*\n/, ''),
      { line: 8, field: 'flows[0].bindings[0].config.message_template' },
    ],
    [
      'an unknown activity',
      FILE.replace('toast_notification', 'run_command'),
      { line: 6, field: 'flows[0].bindings[0].activity_id' },
    ],
    [
      'an id twice',
      `${HEAD}  - {id: a, event_type: plan-new}\n  - {id: a, event_type: plan-new}\n`,
      { line: 4, column: 10, field: 'flows[1].id', conflict: true },
    ],
  ])('is refused with %s, and it is said where', (_what, text, error) => {
    expect(errorIn(text)).toMatchObject(error)
    expect(readFlowFile('a.yaml', text)).toMatchObject({ error: { file: 'a.yaml' } })
  })

  it.each([
    ['brackets', '['],
    ['braces', '{a: '],
    ['lists', '- '],
    ['keys', '? '],
    ['both', '- ? '],
    ['lines', '\n'.padEnd(2)],
  ])('that is nested without end is refused before it is parsed: %s', (_what, unit) => {
    // A parser that calls itself for each level ends the whole process here.
    const text =
      unit.trim() === ''
        ? Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')
        : unit.repeat(5000)
    expect(errorIn(text)?.message).toBe('is nested deeper than 40 levels')
  })

  it('of nothing but commas is refused before it is parsed', () => {
    const message = 'has nothing before a comma'
    expect(errorIn(`[${','.repeat(70_000)}]`)).toEqual({ line: 1, column: 2, message })
    expect(errorIn('flows: [a,\n  # none\n , b]')).toEqual({ line: 3, column: 2, message })
    expect(errorIn('version: 1\nflows: [{id: a, event_type: notify_event, bindings: [],},]')).toBeUndefined()
  })

  it('of a million small parts is refused before it is parsed', () => {
    expect(errorIn(`${HEAD}${'- a\n'.repeat(80_000)}`)?.message).toBe('says more than flows need to')
  })

  it.each([
    ['keys of keys', `${'? '.repeat(38)}a`, { line: 1, column: 3 }],
    ['braces of braces', `${'{'.repeat(38)}a: b${'}: c'.repeat(37)}}`, { line: 1, column: 2 }],
    ['a list', 'version: 1\nflows: []\n[a, b]: c\n', { line: 3, column: 1 }],
  ])('that has something else than a text as a key is refused at the first: %s', (_what, text, place) => {
    // Each level would be written out once more for the one around it.
    expect(errorIn(text)).toEqual({ ...place, message: 'a key must be a text' })
  })

  it('of a bomb of aliases is refused at the first', () => {
    const bomb = Array.from({ length: 20 }, (_, n) => `a${n}: &a${n} [*a${n - 1}, *a${n - 1}]`).join('\n')
    expect(errorIn(`a: &a-1 [x]\n${bomb}`)).toMatchObject({ line: 1, column: 4 })
  })
})

describe('a text that is changed', () => {
  const text = `# the first\n${HEAD}  # about a\n  - id: a\n    event_type: plan-new # waits\n  # about b\n  - id: b\n    event_type: plan-new\n`

  it('keeps what is said about the others', () => {
    const edited = editFlowText(text, new Map([['b', flow('b', { label: 'New' })]]))
    expect(edited).toContain('# the first')
    expect(edited).toContain('# about a')
    expect(edited).toContain('# waits')
    expect(readFlowText(edited)).toMatchObject({ flows: [{ id: 'a' }, { id: 'b', label: 'New' }] })
  })

  it('loses what is taken out', () => {
    expect(readFlowText(editFlowText(text, new Map([['a', null]])))).toMatchObject({ flows: [{ id: 'b' }] })
  })
})

const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    'yes',
    '~',
    'null',
    '1',
    '- a',
    '#',
    ': ',
    ' x ',
    'a\n\nb\n',
    '\t',
    '2001-01-01',
    '{{a}}',
    '\u0085',
    '\u2028',
  ),
)
const anyFlow = fc.record(
  {
    id: fc.stringMatching(/^[\w.~:#-]{1,12}$/).filter((id) => id !== '.' && id !== '..'),
    label: word,
    event_type: fc.constantFrom('notify_event', 'plan-new', 'turn_complete'),
    where: fc.dictionary(
      fc.string({ minLength: 1, maxLength: 9 }).filter((key) => key.trim() !== '' && !/session/i.test(key)),
      word,
      { maxKeys: 3 },
    ),
    bindings: fc.array(
      fc.record({
        activity_id: fc.constant('spawn_agent_session' as const),
        config: fc.record(
          { agent_id: fc.constantFrom('coder', '7'), reuse_if_running: fc.boolean(), message_template: word },
          { requiredKeys: ['agent_id'] },
        ),
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['id', 'event_type'] },
)

describe('whatever flows there are', () => {
  it('come back from YAML as they went in', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyFlow, { selector: ({ id }) => id, maxLength: 4 }), (flows) => {
        const config = configOf(flows as Flow[])
        expect(importConfig(exportConfig(config))).toEqual({ config })
        for (const one of flows) {
          const read = readFlowText(writeFlowText([one as Flow]))
          expect(read).toMatchObject({ flows: [one] })
        }
      }),
      { numRuns: 100 },
    )
  })

  it('the example does, to the letter', () => {
    const config = JSON.parse(JSON.stringify(FLOW_CONFIG_EXAMPLE)) as FlowConfig
    const read = importConfig(exportConfig(config))
    expect('config' in read && JSON.stringify(read.config)).toBe(JSON.stringify(FLOW_CONFIG_EXAMPLE))
  })
})

describe('whatever text there is', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'version: 1\n',
      'flows:\n',
      '  - id: a\n',
      '    event_type: plan-new\n',
      '- ',
      '? ',
      '? '.repeat(30),
      '{'.repeat(30),
      '}: c',
      ': ',
      '[',
      ']',
      '{',
      '}',
      '"',
      "'",
      '|\n',
      '>',
      '&a ',
      '*a',
      '!!x ',
      '#',
      '\n',
      '  ',
      '\t',
      '---\n',
      '...\n',
      '%',
      ',',
      '<<: ',
    ),
    fc.string({ maxLength: 5 }),
  )

  it('is flows or an error in its place, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const error = errorIn(text)
        if (!error) return
        expect(error.message.length).toBeGreaterThan(0)
        if (error.line !== undefined) expect(error.line).toBeLessThanOrEqual(text.split('\n').length)
      }),
      { numRuns: 500 },
    )
  })
})
