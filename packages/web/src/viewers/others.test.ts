import type { Viewer } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { othersLooking } from './others.js'

const viewer = (name: string, sessions = ['a'], current = false): Viewer => ({
  name,
  since: 1,
  sessions,
  current,
})

it.each<[Viewer[], string | undefined]>([
  [[], undefined],
  [[viewer('This one', ['a'], true)], undefined],
  [[viewer('Phone', ['b'])], undefined],
  [[viewer('Phone')], 'Also looking: Phone'],
  [[viewer('Phone'), viewer('Tablet')], 'Also looking: Phone, Tablet'],
  [
    [viewer('Phone'), viewer('Tablet'), viewer('TV'), viewer('Fridge')],
    'Also looking: Phone, Tablet and 2 more',
  ],
  [[viewer('\u001b[31mPho\u202ene')], 'Also looking: Phone'],
])('of %j says %s', (viewers, said) => {
  expect(othersLooking(viewers, 'a')).toBe(said)
})
