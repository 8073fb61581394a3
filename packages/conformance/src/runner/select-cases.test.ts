import { describe, expect, it } from 'vitest'
import type { ConformanceCase } from '../case.js'
import { REQUIREMENTS } from '../manifest.js'
import { selectCases } from './select-cases.js'

const make = (id: string, ...verifies: ConformanceCase['verifies']): ConformanceCase => ({
  id,
  verifies,
  title: id,
  run: async () => undefined,
})
const cases = [
  make('notify-conflict', 'NOTIFY-012', 'NOTIFY-060'),
  make('notify-conflict-of-a-value', 'NOTIFY-012'),
  make('gateway-ping', 'GATEWAY-201'),
]
const chosen = (only?: string) => selectCases(cases, REQUIREMENTS, only).map(({ id }) => id)

describe('selectCases', () => {
  it.each([
    [undefined, ['notify-conflict', 'notify-conflict-of-a-value', 'gateway-ping']],
    ['notify-conflict', ['notify-conflict']],
    ['notify-conf', ['notify-conflict', 'notify-conflict-of-a-value']],
    ['NOTIFY-012', ['notify-conflict', 'notify-conflict-of-a-value']],
    ['notify-06', ['notify-conflict']],
    ['GATEWAY', ['gateway-ping']],
  ])('%s', (only, ids) => {
    expect(chosen(only)).toEqual(ids)
  })

  it.each(['NOTIFY-999', 'nope', ''])('says that there is no %j', (only) => {
    expect(() => chosen(only)).toThrow(`There is no case and no requirement "${only}"`)
  })
})
