import { ACTIONS, COMPONENT_NAMES } from '@signalbox/protocol'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PARTS, SpecView } from './spec-view.js'

const html = (spec: unknown) => renderToStaticMarkup(<SpecView spec={spec} onSend={() => {}} />)
const one = (type: string, props: unknown = {}, state: unknown = {}) =>
  html({ root: 'a', elements: { a: { type, props, children: [] } }, state })

const PNG = 'data:image/png;base64,iVBORw0KGgo='

const DRAWN: [type: string, props: object, markup: string][] = [
  ['Heading', { text: 'T', level: 1 }, '<h3 class="spec-heading" data-level="1">T</h3>'],
  ['Text', { text: '<b>' }, '&lt;b&gt;'],
  ['Link', { href: 'https://x.dev', label: 'x' }, 'href="https://x.dev/"'],
  ['Link', { href: 'javascript:alert(1)', label: 'x' }, '(javascript:alert(1))'],
  ['Badge', { text: 'bad', variant: 'error' }, '✕ '],
  ['Alert', { title: 'T', message: 'M', type: 'warning' }, '▲ '],
  ['Callout', { content: 'C' }, '>C</p>'],
  ['Card', { title: 'T', description: 'D' }, 'aria-label="T"'],
  ['Grid', { columns: 99 }, 'data-columns="6"'],
  ['Separator', {}, '<hr'],
  ['Accordion', { items: [{ title: 'T', content: 'C' }] }, '<summary>T</summary>'],
  ['Timeline', { items: [{ title: 'T', date: 'D' }] }, '<span class="spec-when">D</span>'],
  ['Metric', { label: 'L', value: 8, unit: 's' }, '<small> s</small>'],
  ['Table', { rows: [{ a: 1, b: 'x' }] }, '<td data-number="true">1</td><td>x</td>'],
  ['CodeBlock', { code: 'let a', language: 'ts' }, '<span data-kind="word">let</span>'],
  ['Progress', { value: 5, max: 10, label: 'L' }, '<progress value="50" max="100" aria-label="L">'],
  ['Image', { src: PNG, alt: 'A' }, `<img class="spec-image" src="${PNG}" alt="A"/>`],
  ['BarChart', { data: [{ label: 'a', value: 3 }], unit: 'x' }, '3 x'],
  ['LineChart', { data: [1, 2, 3] }, '3 values from 1 to 3'],
  [
    'PieChart',
    {
      data: [
        { label: 'a', value: 1 },
        { label: 'b', value: 3 },
      ],
    },
    '3 (75 %)',
  ],
  ['TextInput', { label: 'L', value: { $bindState: '/name' } }, 'value="Ada"'],
  [
    'SelectInput',
    { options: ['x', 'Ada'], value: { $bindState: '/name' } },
    '<option value="Ada" selected="">',
  ],
  ['RadioGroup', { options: ['Ada'], value: { $state: '/name' } }, 'checked=""'],
  ['Button', { label: 'B', action: 'sendMessage', params: { text: 'T' } }, 'title="Sends to the agent: T"'],
  ['Hologram', { title: 'x' }, 'Hologram (cannot be drawn here)'],
]

describe('SpecView', () => {
  it('draws every component of the catalogue, and no other', () => {
    expect(Object.keys(PARTS).sort()).toEqual([...COMPONENT_NAMES].sort())
  })

  it.each(DRAWN)('%s %j', (type, props, markup) => {
    expect(one(type, props, { name: 'Ada' })).toContain(markup)
  })

  it('shows the tab that is wanted, and only that', () => {
    const tab = (value: string, child: string) => ({
      type: 'TabContent',
      props: { value },
      children: [child],
    })
    const text = (words: string) => ({ type: 'Text', props: { text: words }, children: [] })
    const elements = {
      a: {
        type: 'Tabs',
        props: { tabs: [{ value: 'x', label: 'X' }], defaultValue: 'y' },
        children: ['b', 'c'],
      },
      b: tab('x', 'd'),
      c: tab('y', 'e'),
      d: text('first'),
      e: text('second'),
    }
    const markup = html({ root: 'a', elements, state: {} })
    expect(markup).toContain('second')
    expect(markup).not.toContain('first')
  })

  it('fetches no picture from elsewhere', () => {
    for (const src of [
      'https://evil.example/p.png',
      'data:image/svg+xml,<svg onload=x>',
      '//x',
      'x.png',
      5,
    ]) {
      expect(one('Image', { src, alt: 'A' })).not.toContain('<img')
    }
  })

  it('a button without an action does nothing, and says so', () => {
    expect(one('Button', { label: 'B' })).toContain('disabled=""')
  })

  it('folds ten thousand rows, and says how many there are', () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ n: at }))
    const markup = one('Table', { rows })
    expect(markup.match(/<tr>/g)).toHaveLength(21)
    expect(markup).toContain('10000 rows in all')
    expect(one('BarChart', { data: rows.map(({ n }) => n) })).toContain('and 460 more')
  })

  it('is empty where there is nothing to draw', () => {
    expect(html({ root: '', elements: {}, state: {} })).toContain('is empty')
    expect(html(null)).toContain('is empty')
  })

  it('never throws and never lets anything act, whatever the spec', () => {
    const names = [
      'text',
      'title',
      'label',
      'items',
      'rows',
      'columns',
      'data',
      'options',
      'value',
      'src',
      'href',
      'level',
      'action',
      'params',
      'tabs',
      'code',
      'max',
    ]
    const bound = fc.record({ $state: fc.constantFrom('/a', '/a/b', '', 'x', '/__proto__') })
    const hostile = fc.constantFrom(
      'javascript:alert(1)',
      '<script>',
      PNG,
      'https://x.dev',
      'error',
      'h2',
      '-1',
      '\u202e',
    )
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      bound,
      hostile,
      fc.array(fc.oneof(fc.jsonValue({ maxDepth: 1 }), hostile)),
    )
    const props = fc.oneof(fc.dictionary(fc.constantFrom(...names), value), fc.jsonValue({ maxDepth: 1 }))
    const ids = ['a', 'b', 'c', 'd']
    const element = fc.record({
      type: fc.constantFrom(...COMPONENT_NAMES, 'Unknown', '__proto__'),
      props,
      children: fc.oneof(
        fc.array(fc.constantFrom(...ids, 'none'), { maxLength: 4 }),
        fc.jsonValue({ maxDepth: 1 }),
      ),
      on: fc.jsonValue({ maxDepth: 2 }),
    })
    const spec = fc.record({
      root: fc.constantFrom(...ids),
      elements: fc.dictionary(fc.constantFrom(...ids), element, { maxKeys: 4 }),
      state: fc.oneof(fc.record({ a: value }), fc.jsonValue({ maxDepth: 1 })),
    })
    fc.assert(
      fc.property(spec, (given) => {
        const markup = html(given)
        expect(markup).not.toMatch(/<(?:script|iframe|style|object)|<[^>]*\son\w+=/i)
        for (const [, href] of markup.matchAll(/<a href="([^"]*)"/g))
          expect(href).toMatch(/^(?:https?|mailto):/)
        for (const [, src] of markup.matchAll(/<img[^>]* src="([^"]*)"/g))
          expect(src).toMatch(/^data:image\//)
      }),
      { numRuns: 100 },
    )
  })

  it('knows every action of the catalogue', () => {
    const params = { path: '/a', value: 1, text: 'x', url: 'https://x.dev' }
    for (const action of Object.keys(ACTIONS)) {
      expect(one('Button', { label: 'B', action, params })).not.toContain('disabled')
    }
  })
})
