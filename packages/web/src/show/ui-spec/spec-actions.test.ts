import { describe, expect, it } from 'vitest'
import { actionsOf } from './spec-actions.js'
import { resolved } from './spec-state.js'
import type { SpecNode } from './spec-tree.js'

const button = (props: Record<string, unknown>, on?: unknown): SpecNode => ({
  id: 'b',
  type: 'Button',
  props,
  on,
  children: [],
})
const state = { name: 'Ada' }
const read = (props: Record<string, unknown>, on?: unknown) =>
  actionsOf(button(props, on), (value) => resolved(value, state))

describe('actionsOf', () => {
  it('reads all six', () => {
    expect(read({ action: 'setState', params: { path: '/a', value: 1 } })).toEqual([
      { type: 'edit', edit: { do: 'set', path: '/a', value: 1 } },
    ])
    expect(read({ action: 'pushState', params: { statePath: 'a', value: { $state: '/name' } } })).toEqual([
      { type: 'edit', edit: { do: 'push', path: '/a', value: 'Ada' } },
    ])
    expect(read({ action: 'removeState', params: { path: '/a', index: 2 } })).toEqual([
      { type: 'edit', edit: { do: 'remove', path: '/a', index: 2 } },
    ])
    expect(read({ action: 'sendMessage', params: { text: { $state: '/name' } } })).toEqual([
      { type: 'send', text: 'Ada' },
    ])
    expect(read({ action: 'openUrl', params: { url: 'https://x.dev' } })).toEqual([
      { type: 'open', url: 'https://x.dev' },
    ])
    expect(read({ action: 'copyToClipboard', params: { text: 'x' } })).toEqual([{ type: 'copy', text: 'x' }])
  })

  it('reads them where agents say them', () => {
    const sent = [{ type: 'send', text: 'x' }]
    expect(read({ action: { name: 'sendMessage', params: { text: 'x' } } })).toEqual(sent)
    expect(read({ action: { type: 'sendMessage', text: 'x' } })).toEqual(sent)
    expect(read({ onPress: [{ action: 'sendMessage', params: { message: 'x' } }] })).toEqual(sent)
    expect(read({}, { press: { action: 'sendMessage', params: { text: 'x' } } })).toEqual(sent)
  })

  it('is nothing for what is no action', () => {
    for (const action of [undefined, null, 1, 'toString', 'eval', {}, [], [null], { name: 3 }]) {
      expect(read({ action })).toEqual([])
    }
  })
})
