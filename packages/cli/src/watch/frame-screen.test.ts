import { describe, expect, it } from 'vitest'
import { FrameScreen } from './frame-screen.js'

function screen() {
  const drawn: string[] = []
  return {
    drawn,
    made: new FrameScreen(
      (text) => void drawn.push(text),
      () => 80,
    ),
  }
}
const inOne = (text: string) => `\u001b[?2026h${text}\u001b[?2026l`

describe('FrameScreen', () => {
  it('draws the first frame whole, then only what changed', () => {
    const { drawn, made } = screen()
    made.write('one\ntwo\nthree')
    made.write('one\n2\nthree')
    expect(drawn).toEqual([
      inOne('\u001b[2J\u001b[1;1H\u001b[Kone\u001b[2;1H\u001b[Ktwo\u001b[3;1H\u001b[Kthree'),
      inOne('\u001b[2;1H\u001b[K2'),
    ])
  })

  it('sends nothing where nothing changed', () => {
    const { drawn, made } = screen()
    made.write('one')
    made.write('one')
    made.write('')
    expect(drawn).toHaveLength(1)
  })

  it('takes away what is no longer there', () => {
    const { drawn, made } = screen()
    made.write('one\ntwo')
    made.write('one')
    expect(drawn[1]).toBe(inOne('\u001b[2;1H\u001b[K'))
  })

  it('draws everything after the terminal changed its size', () => {
    const { drawn, made } = screen()
    made.write('one')
    made.forget()
    made.write('one')
    expect(drawn[1]).toBe(drawn[0])
    expect(made.columns).toBe(80)
  })
})
