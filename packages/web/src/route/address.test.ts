import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  deliveriesAddress,
  flowAddress,
  logsAddress,
  readAddress,
  sessionAddress,
  sessionsAddress,
} from './address.js'

/** As the browser splits it. */
const at = (href: string) => readAddress(new URL(href, 'http://127.0.0.1:8080'))

describe('an address', () => {
  it.each([
    ['/', { page: 'needs' }],
    ['/sessions', { page: 'sessions', query: '' }],
    ['/sessions?state=needs&q=shop', { page: 'sessions', query: 'state=needs&q=shop' }],
    ['/sessions/abc', { page: 'session', sessionId: 'abc', event: null }],
    ['/sessions/Codex%201?event=12', { page: 'session', sessionId: 'Codex 1', event: 12 }],
    ['/sessions/abc?event=-1', { page: 'session', sessionId: 'abc', event: null }],
    ['/sessions/%E0%A4', { page: 'session', sessionId: '%E0%A4', event: null }],
    ['/flows', { page: 'flows' }],
    ['/flows/new', { page: 'flow', triggerId: null }],
    ['/flows/plan-created', { page: 'flow', triggerId: 'plan-created' }],
    ['/flows/deliveries?status=dead', { page: 'deliveries', query: 'status=dead' }],
    ['/logs?level=warning', { page: 'logs', query: 'level=warning' }],
    ['/flows/a/b', { page: 'unknown' }],
    ['/devices', { page: 'devices' }],
    ['/connect', { page: 'connect' }],
    ['/pair', { page: 'pair' }],
    ['/constructor', { page: 'unknown' }],
    ['/sessions/a/b', { page: 'unknown' }],
  ])('%s means %j', (href, address) => {
    expect(at(href)).toEqual(address)
  })

  it('leads back to the session it was made of', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => text !== '.' && text !== '..')
    fc.assert(
      fc.property(name, fc.option(fc.nat(), { nil: undefined }), (sessionId, event) => {
        expect(at(sessionAddress(sessionId, event))).toEqual({
          page: 'session',
          sessionId,
          event: event ?? null,
        })
      }),
    )
  })

  it('leads back to the trigger it was made of, whatever it is called', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => text !== '.' && text !== '..')
    const taken = fc.constantFrom('new', 'deliveries')
    fc.assert(
      fc.property(fc.oneof(name, taken), (triggerId) => {
        expect(at(flowAddress(triggerId))).toEqual({ page: 'flow', triggerId })
      }),
    )
  })

  it('of a filter keeps it', () => {
    expect(at(sessionsAddress('q=a'))).toEqual({ page: 'sessions', query: 'q=a' })
    expect(sessionsAddress('')).toBe('/sessions')
    expect(at(logsAddress('q=a'))).toEqual({ page: 'logs', query: 'q=a' })
    expect(at(deliveriesAddress('status=done'))).toEqual({ page: 'deliveries', query: 'status=done' })
  })
})
