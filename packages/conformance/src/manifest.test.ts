import { RPC_METHODS, RPC_NOTIFICATIONS } from '@signalbox/protocol/rpc'
import { describe, expect, it } from 'vitest'
import { CASES } from './cases/all-cases.js'
import { SERVED } from './cases/messages.js'
import { REQUIREMENTS } from './manifest.js'

const PREFIX = {
  '000': '(?:NOTIFY|FLOW|LOG)',
  '001': 'WATCH',
  '002': 'RPC',
  '003': 'HARMONIZE',
  '004': 'GATEWAY',
}

const twice = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) !== index)

describe('the manifest', () => {
  it('has ids that are unique and say their contract', () => {
    expect(twice(REQUIREMENTS.map(({ id }) => id))).toEqual([])
    for (const { id, contract } of REQUIREMENTS)
      expect(id).toMatch(new RegExp(`^${PREFIX[contract]}-\\d{3}$`))
  })

  it('says each requirement in one sentence that nobody else says', () => {
    expect(twice(REQUIREMENTS.map(({ text }) => text))).toEqual([])
    for (const { id, rule, text } of REQUIREMENTS) {
      expect(rule, id).not.toBe('')
      expect(text, id).toMatch(/^\S.{15,}\.$/)
    }
  })

  it('is verified by cases: every requirement is cited', () => {
    const cited = new Set<string>(CASES.flatMap(({ verifies }) => verifies))
    expect(REQUIREMENTS.filter(({ id }) => !cited.has(id))).toEqual([])
  })

  it('has a requirement for every client message that is served', () => {
    const rules = new Set(REQUIREMENTS.map(({ rule }) => rule))
    expect(SERVED.filter((type) => !rules.has(type))).toEqual([])
  })
})

describe('the requirements of JSON-RPC', () => {
  it('have one for every method and every notification', () => {
    const rules = new Set(REQUIREMENTS.map(({ rule }) => rule))
    const names = [...Object.keys(RPC_METHODS), ...Object.keys(RPC_NOTIFICATIONS)]
    expect(names.filter((name) => !rules.has(name))).toEqual([])
  })
})

describe('the cases', () => {
  it('have ids that are unique and can be typed', () => {
    expect(twice(CASES.map(({ id }) => id))).toEqual([])
    for (const { id, title } of CASES) {
      expect(id).toMatch(/^[a-z0-9]+(?:[-_a-zA-Z0-9]+)*$/)
      expect(title, id).not.toBe('')
    }
  })

  it('cite requirements that exist, each once', () => {
    const known = new Set(REQUIREMENTS.map(({ id }) => id))
    for (const { id, verifies } of CASES) {
      expect(verifies.length, id).toBeGreaterThan(0)
      expect(
        verifies.filter((cited) => !known.has(cited)),
        id,
      ).toEqual([])
      expect(twice(verifies), id).toEqual([])
    }
  })
})
