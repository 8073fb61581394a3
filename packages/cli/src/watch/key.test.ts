import { describe, expect, it } from 'vitest'
import { type InkKey, keysOf } from './key.js'

const none: InkKey = {
  upArrow: false,
  downArrow: false,
  pageUp: false,
  pageDown: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  backspace: false,
  delete: false,
  ctrl: false,
  meta: false,
}

describe('keysOf', () => {
  it.each<[Partial<InkKey>, string]>([
    [{ upArrow: true }, 'up'],
    [{ downArrow: true }, 'down'],
    [{ pageUp: true }, 'page up'],
    [{ pageDown: true }, 'page down'],
    [{ home: true }, 'home'],
    [{ end: true }, 'end'],
    [{ return: true }, 'enter'],
    // Ink sets both for Escape alone.
    [{ escape: true, meta: true }, 'escape'],
    [{ backspace: true }, 'backspace'],
    [{ delete: true }, 'backspace'],
  ])('%j is %s', (key, press) => {
    expect(keysOf('', { ...none, ...key })).toEqual([{ press }])
  })

  it('knows a few keys with Control, and no others', () => {
    expect(keysOf('c', { ...none, ctrl: true })).toEqual([{ press: 'interrupt' }])
    expect(keysOf('u', { ...none, ctrl: true })).toEqual([{ press: 'clear' }])
    expect(keysOf('a', { ...none, ctrl: true })).toEqual([])
    expect(keysOf('constructor', { ...none, ctrl: true })).toEqual([])
  })

  it('takes Alt with a letter for another key', () => {
    expect(keysOf('a', { ...none, meta: true })).toEqual([])
  })

  it('takes text, and text with Enter behind it, as it comes', () => {
    expect(keysOf('a', none)).toEqual([{ press: 'text', text: 'a' }])
    expect(keysOf('no\r', none)).toEqual([{ press: 'text', text: 'no' }, { press: 'enter' }])
    expect(keysOf('\r', none)).toEqual([{ press: 'enter' }])
    expect(keysOf('', none)).toEqual([])
  })

  it('takes no Enter from a paste of several lines', () => {
    expect(keysOf('one\rtwo\r', none)).toEqual([{ press: 'text', text: 'one\rtwo' }])
  })
})
