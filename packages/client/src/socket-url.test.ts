import { describe, expect, it } from 'vitest'
import { socketUrl } from './socket-url.js'

describe('socketUrl', () => {
  it.each([
    ['http://127.0.0.1:8080', 'ws://127.0.0.1:8080/ws'],
    ['http://127.0.0.1:8080/', 'ws://127.0.0.1:8080/ws'],
    ['https://box.example/agents/', 'wss://box.example/agents/ws'],
    ['ws://127.0.0.1:8080/ws', 'ws://127.0.0.1:8080/ws'],
    ['http://127.0.0.1:8080/#code', 'ws://127.0.0.1:8080/ws'],
  ])('%s → %s', (url, expected) => {
    expect(socketUrl(url)).toBe(expected)
  })

  it('asks for dot names only when told', () => {
    expect(socketUrl('http://localhost', 'dot')).toBe('ws://localhost/ws?naming=dot')
    expect(socketUrl('http://localhost', 'snake')).toBe('ws://localhost/ws')
  })

  it('refuses other schemes by name', () => {
    expect(() => socketUrl('file:///etc/passwd')).toThrow('file:///etc/passwd is no http')
  })
})
