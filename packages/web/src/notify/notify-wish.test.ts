import { describe, expect, it } from 'vitest'
import { notifyState, rememberWish } from './notify-wish.js'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

describe('whether a browser notifies', () => {
  it('is off until it is wished for and allowed', () => {
    const storage = memory()
    expect(notifyState({ storage, permission: 'default' })).toBe('off')
    expect(notifyState({ storage, permission: 'granted' })).toBe('off')
    rememberWish({ storage }, true)
    expect(notifyState({ storage, permission: 'granted' })).toBe('on')
    expect(notifyState({ storage, permission: 'default' })).toBe('off')
    rememberWish({ storage }, false)
    expect(notifyState({ storage, permission: 'granted' })).toBe('off')
  })

  it('is said plainly where it cannot be', () => {
    const storage = memory()
    rememberWish({ storage }, true)
    expect(notifyState({ storage, permission: 'denied' })).toBe('refused')
    expect(notifyState({ storage, permission: undefined })).toBe('impossible')
    expect(notifyState({ storage: undefined, permission: 'granted' })).toBe('off')
  })
})
