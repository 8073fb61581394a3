import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TerminalInput } from './terminal-input.js'

let keys: PassThrough
let screen: string
let input: TerminalInput
const interrupted = vi.fn()
const never = new AbortController().signal

beforeEach(() => {
  interrupted.mockReset()
  keys = new PassThrough()
  screen = ''
  const print = (text: string) => {
    screen += text
  }
  input = new TerminalInput({ input: keys, output: { print, width: () => 80 } }, interrupted)
})
afterEach(() => input.close())

/** Until what was typed has been read. */
const read = () => new Promise((resolve) => setImmediate(resolve))

describe('TerminalInput', () => {
  it('asks and takes a line', async () => {
    const answer = input.ask('allow? ', never)
    keys.write('yes\r')
    expect(await answer).toBe('yes')
    expect(screen).toContain('allow? ')
    expect(screen).toContain('yes')
  })

  it('never takes what was typed before for the answer, nor shows it', async () => {
    keys.write('y\rye')
    await read()
    expect(screen).toBe('')
    const answer = input.ask('allow? ', never)
    await read()
    keys.write('no\r')
    expect(await answer).toBe('no')
    expect(screen).not.toContain('ye')
  })

  it('takes a question away, with what was typed', async () => {
    const taken = new AbortController()
    const answer = input.ask('allow? ', taken.signal)
    keys.write('ye')
    await read()
    taken.abort()
    expect(await answer).toBeUndefined()
    expect(screen.endsWith('\r\u001b[K')).toBe(true)
    const next = input.ask('again? ', never)
    keys.write('\r')
    expect(await next).toBe('')
  })

  it('lets a line be written in between, and goes on asking with what was typed', async () => {
    const answer = input.ask('allow? ', never)
    keys.write('n')
    await read()
    screen = ''
    input.beside(() => {
      screen += 'lost\n'
    })
    expect(screen.startsWith('\r\u001b[Klost\n')).toBe(true)
    expect(screen.slice(screen.indexOf('lost'))).toContain('allow? n')
    keys.write('o\r')
    expect(await answer).toBe('no')
  })

  it('just lets it be written when it does not ask', () => {
    input.beside(() => {
      screen += 'lost\n'
    })
    expect(screen).toBe('lost\n')
  })

  it('does not ask what is taken away already', async () => {
    expect(await input.ask('allow? ', AbortSignal.abort())).toBeUndefined()
    expect(screen).toBe('')
  })

  it('tells of Ctrl-C and goes on asking', async () => {
    const answer = input.ask('allow? ', never)
    keys.write('\u0003')
    await read()
    expect(interrupted).toHaveBeenCalledOnce()
    keys.write('n\r')
    expect(await answer).toBe('n')
  })

  it('is over with Ctrl-D, for every question after it', async () => {
    const answer = input.ask('allow? ', never)
    keys.write('\u0004')
    expect(await answer).toBeUndefined()
    expect(input.isOver).toBe(true)
    expect(await input.ask('again? ', never)).toBeUndefined()
  })

  it('is over when it is closed', async () => {
    const answer = input.ask('allow? ', never)
    input.close()
    expect(await answer).toBeUndefined()
  })
})
