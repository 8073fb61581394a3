import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { validate } from '../validate.js'
import { CODEX_EVENTS, codexEventNamed } from './codex-events.js'

const ajv = new Ajv2020({ strict: true })

describe.each(Object.entries(CODEX_EVENTS))('%s', (type, { fields, example, description }) => {
  it('has an example that fits its schema', () => {
    expect(example.type).toBe(type)
    expect(description).toMatch(/^[A-Z][^\n]*\.$/)
    const accepts = ajv.compile(fields)
    expect(validate(fields, example)).toBeUndefined()
    expect(accepts(example), JSON.stringify(accepts.errors)).toBe(true)
    expect(accepts({ ...example, type: 'other' })).toBe(false)
    expect(accepts({ ...example, 'thread-id': '' })).toBe(false)
  })
})

describe('codexEventNamed', () => {
  it('knows no names but its own', () => {
    expect(codexEventNamed('session-start')).toBe('session-start')
    expect(codexEventNamed('turn-cancelled')).toBe('turn-aborted')
    expect(codexEventNamed('constructor')).toBeUndefined()
    expect(codexEventNamed('turn_cancelled')).toBeUndefined()
  })
})
