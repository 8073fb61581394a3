import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Static } from '../schema.js'
import { validate } from '../validate.js'
import { permissionOf } from './message-row.js'
import {
  type AnsweredMessageType,
  isAnswered,
  MESSAGES,
  type MessageType,
  messageRowOf,
  messageSchema,
} from './messages.js'
import { REGISTRY } from './registry.js'

const ajv = new Ajv2020({ strict: true })
const TYPES = Object.keys(MESSAGES) as MessageType[]

describe.each(TYPES)('%s', (type) => {
  const row = messageRowOf(type)

  it('has an example that fits its schema, and takes a ref', () => {
    expect(row.example.type).toBe(type)
    const accepts = ajv.compile(messageSchema(type))
    for (const message of [row.example, { ...row.example, ref: 'a' }, { ...row.example, ref: 7 }]) {
      expect(validate(row.fields, message)).toBeUndefined()
      expect(validate(messageSchema(type), message)).toBeUndefined()
      expect(accepts(message), JSON.stringify(accepts.errors)).toBe(true)
    }
    expect(accepts({ ...row.example, nope: 1 })).toBe(false)
    expect(accepts({ ...row.example, type: 'other' })).toBe(false)
  })

  it('is answered by types of the registry', () => {
    for (const reply of row.replies) expect(REGISTRY).toHaveProperty([reply])
    expect(row.replies.length).toBe(new Set(row.replies).size)
    expect(row.replies).not.toContain('error')
    expect(row.replies.length > 0).toBe(type !== 'leave_session')
  })

  it('is described in one plain sentence', () => {
    expect(row.description).toMatch(/^[A-Z][^\n]*\.$/)
    expect(row.description).not.toMatch(/\. [A-Z]/)
  })
})

describe('permissionOf', () => {
  it('asks nothing of who is not known yet', () => {
    expect(permissionOf(messageRowOf('authenticate'), {})).toBeNull()
    expect(permissionOf(messageRowOf('ping'), {})).toBeNull()
    for (const type of TYPES.filter((one) => one !== 'authenticate' && one !== 'ping'))
      expect(permissionOf(messageRowOf(type), {}), type).not.toBeNull()
  })

  it('depends on the action where a message does several things', () => {
    const of = (action: unknown) => permissionOf(messageRowOf('manage_members'), { action })
    expect(['list', 'set_role', 'remove'].map(of)).toEqual(['member:read', 'member:write', 'member:delete'])
    expect([undefined, 'toString', 7].map(of)).toEqual(['tenant:admin', 'tenant:admin', 'tenant:admin'])
  })
})

describe('the types of messages', () => {
  it('say which are answered today, and what is in them', () => {
    expect(isAnswered('join_session')).toBe(true)
    expect(isAnswered('github_answer')).toBe(false)
    expectTypeOf<'join_session'>().toExtend<AnsweredMessageType>()
    expectTypeOf<'github_answer'>().not.toExtend<AnsweredMessageType>()
    expectTypeOf<Static<(typeof MESSAGES)['ping']['fields']>['ts']>().toEqualTypeOf<number>()
    expectTypeOf<Static<(typeof MESSAGES)['switch_mode']['fields']>['mode']>().toEqualTypeOf<
      'implement' | 'ideate' | 'plan' | 'high_agency'
    >()
  })
})
