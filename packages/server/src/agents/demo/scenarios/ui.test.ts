import { type SpecPart, SpecStream } from '@signalbox/protocol/spec-stream'
import { expect, it } from 'vitest'
import { play } from '../testing.js'

/** The turn as the session reads it: prose, and what is taken out of it. */
async function readTurn() {
  const { ear } = await play('demo:ui')
  let blocks = 0
  const stream = new SpecStream(() => `ui-${++blocks}`)
  const pieces = ear.of('text_delta').map(({ data }) => String(data.text))
  return { pieces, parts: [...pieces.flatMap((piece) => stream.push(piece)), ...stream.end()] }
}
const ofKind = <K extends SpecPart['kind']>(parts: SpecPart[], kind: K) =>
  parts.filter((part): part is Extract<SpecPart, { kind: K }> => part.kind === kind)

it('becomes a card with three figures, and one that is broken', async () => {
  const { parts } = await readTurn()
  expect(ofKind(parts, 'start').map(({ uiId }) => uiId)).toEqual(['ui-1', 'ui-2'])
  expect(ofKind(parts, 'complete').map(({ uiId }) => uiId)).toEqual(['ui-1'])
  expect(ofKind(parts, 'error')).toMatchObject([{ uiId: 'ui-2', message: expect.stringContaining('2') }])
  expect(ofKind(parts, 'patch').length).toBeGreaterThan(5)
  const [complete] = ofKind(parts, 'complete')
  const { root = '', elements = {}, state } = complete?.spec ?? {}
  expect(elements[root]).toMatchObject({ type: 'Card', props: { title: 'Demo run' } })
  expect(Object.values(elements).filter(({ type }) => type === 'Metric')).toHaveLength(3)
  const children = Object.values(elements).flatMap((element) => element.children)
  expect([root, ...children].sort()).toEqual(Object.keys(elements).sort())
  expect(state).toEqual({ done: 100 })
})

it('leaves no trace of the block in the text', async () => {
  const { parts } = await readTurn()
  const prose = ofKind(parts, 'text').map(({ text }) => text)
  expect(prose.join('')).toBe(
    'I am the demo agent. This card is scripted:\n\n\nNothing was really run for it. The next one is broken on purpose, in its second line:\n\n\nIt shows how a fault looks.\n',
  )
})

it('cuts the block anywhere, also inside a line', async () => {
  const { pieces } = await readTurn()
  expect(pieces.filter((piece) => !piece.includes('\n') && piece.includes('"')).length).toBeGreaterThan(3)
})
