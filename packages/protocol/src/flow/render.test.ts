import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utf8Length } from '../session/text.js'
import type { ActivityId } from './activities.js'
import { CUT_MARK, MAX_RENDERED_BYTES } from './fill-template.js'
import { type RenderContext, renderActivity, renderProblem } from './render.js'

function render(
  activityId: ActivityId,
  config: Record<string, unknown>,
  fields: Record<string, string> = {},
  more: Partial<RenderContext> = {},
) {
  const context = {
    fields: new Map(Object.entries(fields)),
    eventId: 'e-1',
    triggerId: 't-1',
    activityId,
    ...more,
  }
  return renderActivity(activityId, config, context)
}

const toast = (template: string, fields: Record<string, string> = {}) =>
  render('toast_notification', { level: 'info', message_template: template }, fields).message
const body = (template: string, fields: Record<string, string> = {}, headers?: string) =>
  render(
    'post_webhook',
    {
      url: 'https://x',
      body_template: template,
      ...(headers === undefined ? {} : { headers_json: headers }),
    },
    fields,
  )

describe('an activity as it is done', () => {
  it('has its templates rendered and its defaults put in', () => {
    expect(
      render('toast_notification', { level: 'info', message_template: '{{summary}}' }, { summary: 'Hi' }),
    ).toEqual({ level: 'info', message: 'Hi' })
    expect(
      render('spawn_agent_session', { agent_id: 'coder', title_template: 'On {{a}}' }, { a: 'x' }),
    ).toEqual({
      agent_id: 'coder',
      reuse_if_running: true,
      title: 'On x',
    })
    expect(render('send_to_terminal', { message_template: 'x', target_session_id: 's' })).toEqual({
      message: 'x',
      target_session_id: 's',
      include_terminal_output: false,
      output_tail_lines: 50,
    })
  })

  it('knows the reserved names, whatever the event says', () => {
    const fields = { event_id: 'payload', trigger_id: 'payload', 'event.x': 'dotted', x: 'plain', y: 'why' }
    expect(toast('{{event_id}} {{TRIGGER_ID}} {{activity_id}} [{{output_tail}}]', fields)).toBe(
      'e-1 t-1 toast_notification []',
    )
    expect(toast('{{event.event_id}} {{event.x}} {{event.Y}} {{Y}}', fields)).toBe('payload plain why why')
    expect(toast('{{event.x}}', { 'event.x': 'dotted' })).toBe('dotted')
    const alike = { event_id: 'one', 'event.event_id': 'two', 'field event_id': 'three' }
    expect(toast('{{event.event_id}} {{event_id}} {{event.event.event_id}} {{field event_id}}', alike)).toBe(
      'one e-1 two three',
    )
  })

  it('comes to nothing when it says nothing', () => {
    expect(renderProblem('toast_notification', { message: ' \n' })).toBe('the message is empty')
    expect(renderProblem('send_to_terminal', {})).toBe('the message is empty')
    expect(renderProblem('toast_notification', { message: 'x' })).toBeUndefined()
    expect(renderProblem('spawn_agent_session', {})).toBeUndefined()
  })
})

describe('what is typed into a terminal', () => {
  const type = (template: string, fields = {}, more: Record<string, unknown> = {}, tail?: string) =>
    render(
      'send_to_terminal',
      { message_template: template, target_session_id: 's', ...more },
      fields,
      tail === undefined ? {} : { outputTail: tail },
    ).message

  it('holds no control characters, and no line ends but those of the template', () => {
    const evil = 'a\u001b[201~\nrm -rf ~\r\nb\t\u0003c'
    expect(type('one\n{{x}}', { x: evil })).toBe('one\na rm -rf ~ b c')
    expect(type('x\u001b[2Jy')).toBe('xy')
  })

  it('has the end of the output behind it, where that is asked for, or where the template puts it', () => {
    const asked = { include_terminal_output: true }
    expect(type('Look:', {}, asked, 'one\ntwo\n\n')).toBe('Look:\n\none\ntwo')
    expect(type('<{{output_tail}}>', {}, asked, 'one\ntwo\n')).toBe('<one\ntwo>')
    expect(type('Look:', {}, asked)).toBe('Look:')
    expect(type('Look:{{output_tail}}', {}, {}, 'one')).toBe('Look:')
  })
})

describe('the body of a webhook', () => {
  it('is the event where no template is given', () => {
    const fields = { type: 'notify_event', summary: 'Hi' }
    const { body: text, content_type } = render('post_webhook', { url: 'https://x' }, fields)
    expect(content_type).toBe('application/json')
    expect(JSON.parse(String(text))).toEqual({
      event_id: 'e-1',
      trigger_id: 't-1',
      activity_id: 'post_webhook',
      event: fields,
    })
    expect(render('post_webhook', { url: 'https://x', body_template: ' ' }, fields).body).toBe(text)
  })

  it('leaves fields of the event out that do not fit, and says so', () => {
    const fields = { a: 'x'.repeat(100_000), b: 'small', c: '"'.repeat(40_000) }
    const text = String(render('post_webhook', { url: 'https://x' }, fields).body)
    expect(utf8Length(text)).toBeLessThanOrEqual(MAX_RENDERED_BYTES)
    expect(JSON.parse(text)).toMatchObject({ event: { b: 'small' }, truncated: true })
  })

  it('is text where the template is no JSON', () => {
    expect(body('Plan: {{a}}', { a: '"x"\n' })).toMatchObject({
      body: 'Plan: "x"\n',
      content_type: 'text/plain; charset=utf-8',
    })
    expect(body('{{a}}', { a: '5' })).toMatchObject({ body: '5', content_type: 'text/plain; charset=utf-8' })
  })

  it('is JSON where the template is, with every value in its place', () => {
    const fields = { quote: 'say "hi"\n', n: '12.5', yes: 'true', word: 'abc', empty: '' }
    const template =
      '{"q":"<{{quote}}>","n":{{n}},"y":{{yes}},"w":{{word}},"e":{{empty}},"u":{{nope}},"l":[{{n}}]}'
    const { body: text, content_type } = body(template, fields)
    expect(content_type).toBe('application/json')
    expect(JSON.parse(String(text))).toEqual({
      ...{ q: '<say "hi"\n>', n: 12.5, y: true, w: 'abc', e: null, u: null, l: [12.5] },
    })
  })

  it('goes by the content type that is given', () => {
    const header = (type: string) => JSON.stringify({ 'Content-Type': type })
    expect(body('{"a":"{{x}}"}', { x: '"' }, header('text/plain'))).toMatchObject({
      body: '{"a":"""}',
      content_type: 'text/plain',
    })
    expect(body('"{{x}}"', { x: '"' }, header('application/vnd.x+json'))).toMatchObject({ body: '"\\""' })
  })

  it.each(['{"a":1{{x}}}', '{"a":"\\{{x}}"}', '{"a":"\\u000{{x}}"}', '{ {{x}}: 1}'])(
    'is not taken for JSON where a value could break it: %s',
    (template) => expect(body(template).content_type).toBe('text/plain; charset=utf-8'),
  )
})

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom('"', '\\', '{{a}}', '\ud800', '1', 'null', '-', '1e'),
)
const templates = fc.array(
  fc.constantFrom('"{{a}}"', '{{a}}', '"x{{b}}y{{a}}"', '1', '{"k":{{b}}}', '["{{{{",{{a}}]', 'null'),
  { minLength: 1, maxLength: 6 },
)

it('cuts a value no sooner than it must', () => {
  for (const unit of ['x', 'é', '€', '😀']) {
    const text = String(toast('{{a}}', { a: unit.repeat(70_000) }))
    expect(utf8Length(text)).toBeGreaterThan(MAX_RENDERED_BYTES - 8)
  }
})

describe('whatever the values are', () => {
  it('a JSON body stays JSON', () => {
    fc.assert(
      fc.property(templates, anything, anything, (items, a, b) => {
        const { body: text, content_type } = body(`[${items.join(', ')}]`, { a, b })
        expect(content_type).toBe('application/json')
        expect(Array.isArray(JSON.parse(String(text)))).toBe(true)
      }),
    )
  })

  it('a value in a string comes out as it is', () => {
    fc.assert(
      fc.property(anything, (a) => {
        expect(JSON.parse(String(body('{"a":"{{a}}"}', { a }).body)).a).toBe(a)
      }),
    )
  })

  it('a text is no longer than it may be, cut at the value that does not fit, and marked', () => {
    const long = fc.tuple(
      fc.constantFrom('x', '"', 'ä', '😀', '\n'),
      fc.integer({ min: 20_000, max: 90_000 }),
    )
    fc.assert(
      fc.property(long, templates, ([unit, count], items) => {
        const a = unit.repeat(count)
        const text = String(body(`["{{a}}", ${items.join(', ')}, "{{c}}"]`, { a, b: a, c: 'end' }).body)
        expect(utf8Length(text)).toBeLessThanOrEqual(MAX_RENDERED_BYTES)
        const values = JSON.parse(text) as string[]
        if (values[0] !== a) expect(values[0]?.endsWith(CUT_MARK)).toBe(true)
      }),
      { numRuns: 25 },
    )
    expect(
      utf8Length(String(toast('{{a}}'.repeat(13_000), { a: 'x'.repeat(1_000_000) }))),
    ).toBeLessThanOrEqual(MAX_RENDERED_BYTES)
  })
})
