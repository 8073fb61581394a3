import { expect, it } from 'vitest'
import { readScreen } from './read-screen.mjs'

it('reads what stands where, and how it looks', () => {
  const [line, next] = readScreen(
    '\u001b[1;38;2;255;111;67m■\u001b[0m shop\n\u001b[2mdim\u001b[0m\u001b[39m\u001b[91mred\n',
  )
  expect(line).toEqual([
    { column: 0, text: '■', look: { bold: true, colour: 'rgb(255,111,67)' } },
    { column: 1, text: ' shop', look: {} },
  ])
  expect(next).toEqual([
    { column: 0, text: 'dim', look: { dim: true } },
    { column: 3, text: 'red', look: { colour: '#ff6f43' } },
  ])
})

it('takes a look over to the next line, and knows wide characters', () => {
  const [first, second] = readScreen('\u001b[4m解a\nb')
  expect(first?.map(({ column }) => column)).toEqual([0, 2])
  expect(second).toEqual([{ column: 0, text: 'b', look: { underlined: true } }])
})
