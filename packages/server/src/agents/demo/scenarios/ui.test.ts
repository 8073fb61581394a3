import { rowOf, validate } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { play } from '../testing.js'

interface Patch {
  op: 'add' | 'replace'
  path: string
  value: unknown
}

/** The two operations the card needs, as strict as RFC 6902 is: every parent must be there. */
function apply(document: Record<string, unknown>, { op, path, value }: Patch): void {
  const keys = path.slice(1).split('/')
  const last = keys.pop() ?? ''
  const parent = keys.reduce((node, key) => node[key] as Record<string, unknown>, document)
  if (op === 'replace') expect(Object.keys(parent)).toContain(last)
  parent[last] = value
}

async function playCard() {
  const { ear } = await play('demo:ui')
  const block = ear.text().match(/(?:^|\n)```spec\n([\s\S]*?)\n```\n/)?.[1] ?? ''
  return { ear, patches: block.split('\n').map((line) => JSON.parse(line) as Patch) }
}

it.each([{}, { root: '', elements: {}, state: {} }])('makes a card out of %j', async (document) => {
  const spec: Record<string, unknown> = structuredClone(document)
  const { patches } = await playCard()
  for (const patch of patches) {
    expect(validate(rowOf('ui.spec_delta').data, { uiId: 'ui-1', patch })).toBeUndefined()
    apply(spec, patch)
  }
  expect(validate(rowOf('ui.spec_complete').data, { uiId: 'ui-1', spec })).toBeUndefined()
  const elements = spec.elements as Record<string, { type: string; children: string[] }>
  expect(elements[String(spec.root)]?.type).toBe('Card')
  expect(Object.values(elements).filter(({ type }) => type === 'Metric')).toHaveLength(3)
  const children = Object.values(elements).flatMap((element) => element.children)
  expect([String(spec.root), ...children].sort()).toEqual(Object.keys(elements).sort())
})

it('cuts the block anywhere, also inside a line', async () => {
  const { ear } = await playCard()
  const pieces = ear.of('text_delta').map(({ data }) => String(data.text))
  expect(pieces.some((piece) => /^[^{`\n]*"/.test(piece) && !piece.includes('\n'))).toBe(true)
})
