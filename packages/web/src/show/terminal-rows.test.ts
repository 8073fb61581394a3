import { Terminal } from '@xterm/xterm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Run, terminalRows } from './terminal-rows.js'

const E = '\u001b'

async function after(text: string, scrollback = 100): Promise<Terminal> {
  const terminal = new Terminal({ cols: 20, rows: 4, scrollback, convertEol: true, logLevel: 'off' })
  await new Promise<void>((done) => terminal.write(text, done))
  return terminal
}
const words = ({ runs }: { runs: Run[] }) => runs.map(({ text }) => text).join('')
const shown = async (text: string) => terminalRows(await after(text)).rows.map(words)
const looks = async (text: string) => terminalRows(await after(text)).rows[0]?.runs

describe('terminalRows', () => {
  it.each([
    ['lines', 'a\nb\r\nc', ['a', 'b', 'c']],
    ['a line that is written over', '10 %\r90 %\n', ['90 %']],
    ['a line that is wiped', `gone\r${E}[Kthere`, ['there']],
    ['a wrapped line is one', 'x'.repeat(45), ['x'.repeat(45)]],
    ['nothing', '', []],
    ['blanks at the end', 'a   \n\n\n', ['a']],
    ['wide characters', '日本', ['日本']],
    ['what would act', `${E}]52;c;AAAA\u0007${E}]0;t\u0007${E}]8;;https://x${E}\\a${E}]8;;${E}\\`, ['a']],
    ['a screen put over it', `before${E}[?1049hover`, ['before', '      over']],
  ])('%s', async (_what, text, expected) => {
    expect(await shown(text)).toEqual(expected)
  })

  it('keeps the looks', async () => {
    expect(await looks(`${E}[1;31ma${E}[0mb`)).toEqual([
      { text: 'a', look: 'ink-1 bold' },
      { text: 'b', look: '' },
    ])
    expect(await looks(`${E}[97;44m a ${E}[0m`)).toEqual([{ text: ' a ', look: 'ink-15 paper-4' }])
    expect(await looks(`${E}[7ma${E}[0m`)).toEqual([{ text: 'a', look: 'inverse' }])
    expect(await looks(`${E}[7;32ma`)).toEqual([{ text: 'a', look: 'paper-2' }])
    expect(await looks(`${E}[38;5;196ma${E}[38;5;232mb${E}[38;2;1;2;3mc`)).toEqual([
      { text: 'a', look: '', ink: '#ff0000' },
      { text: 'b', look: '', ink: '#080808' },
      { text: 'c', look: '', ink: '#010203' },
    ])
    // Nothing is hidden because the text asks for it.
    expect(await looks(`${E}[8ma`)).toEqual([{ text: 'a', look: '' }])
  })

  it('says what stays, and goes on from there', async () => {
    const terminal = await after('1\n2\n3\n4\n5\n6')
    const whole = terminalRows(terminal)
    expect(whole).toMatchObject({ settled: 2, next: 2 })
    await new Promise<void>((done) => terminal.write('\n7', done))
    const more = terminalRows(terminal, whole.next)
    expect([...whole.rows.slice(0, whole.settled), ...more.rows].map(words)).toEqual([...'1234567'])
  })

  it('in pieces or at once, it reads the same', async () => {
    const unit = fc.constantFrom(
      'a',
      'bc ',
      '\n',
      '\r',
      `${E}[31m`,
      `${E}[0m`,
      `${E}[A`,
      `${E}[K`,
      'x'.repeat(25),
      '日',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 40 }), fc.nat(40), async (parts, cut) => {
        const terminal = await after(parts.slice(0, cut).join(''))
        const first = terminalRows(terminal)
        await new Promise<void>((done) => terminal.write(parts.slice(cut).join(''), done))
        const then = terminalRows(terminal, first.next)
        const joined = [...first.rows.slice(0, first.settled), ...then.rows].map(({ key }) => key)
        expect(joined).toEqual(terminalRows(terminal).rows.map(({ key }) => key))
      }),
      { numRuns: 25 },
    )
  })
})
