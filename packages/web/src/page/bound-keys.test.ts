import { describe, expect, it, vi } from 'vitest'
import { BoundKeys } from './bound-keys.js'

const pressed = (key: string, timeStamp = 0) => ({ key, timeStamp }) as KeyboardEvent

describe('bound keys', () => {
  it('do what they are bound to, until they are let go', () => {
    const keys = new BoundKeys()
    const next = vi.fn()
    const off = keys.add(() => ({ j: next }))
    expect(keys.press(pressed('j'))).toBe(true)
    off()
    expect(keys.press(pressed('j'))).toBe(false)
    expect(next).toHaveBeenCalledTimes(1)
    expect(keys.size).toBe(0)
  })

  it('ask the last who bound one first, and the one before when it is not for it', () => {
    const keys = new BoundKeys()
    const [page, dialog] = [vi.fn(), vi.fn((_event: KeyboardEvent): unknown => undefined)]
    keys.add(() => ({ Escape: page }))
    keys.add(() => ({ Escape: dialog }))
    keys.press(pressed('Escape'))
    expect(page).not.toHaveBeenCalled()
    dialog.mockReturnValue(false)
    keys.press(pressed('Escape'))
    expect(page).toHaveBeenCalledTimes(1)
  })

  it('let nobody take a part of two keys', () => {
    const keys = new BoundKeys()
    const [toNeeds, newSession] = [vi.fn(), vi.fn()]
    keys.add(() => ({ 'g n': toNeeds }))
    keys.add(() => ({ n: newSession }))
    keys.press(pressed('g'))
    keys.press(pressed('n', 100))
    expect(toNeeds).toHaveBeenCalledTimes(1)
    expect(newSession).not.toHaveBeenCalled()
    keys.press(pressed('n', 200))
    expect(newSession).toHaveBeenCalledTimes(1)
  })

  it('take no key for what every object has', () => {
    const keys = new BoundKeys()
    keys.add(() => ({ j: () => {} }))
    expect(keys.press(pressed('toString'))).toBe(false)
  })
})
