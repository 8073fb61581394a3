import { beforeEach, describe, expect, it } from 'vitest'
import { Transcript } from './transcript.js'

let printed: string
let transcript: Transcript

beforeEach(() => {
  printed = ''
  transcript = new Transcript((text) => {
    printed += text
  })
})

describe('Transcript', () => {
  it('lets text of one block flow', () => {
    transcript.flow('text', 'Hel')
    transcript.flow('text', 'lo.\nAnd')
    expect(printed).toBe('Hello.\nAnd')
  })

  it('puts one empty line between blocks, whatever the text brings itself', () => {
    transcript.flow('text', 'One.\n\n')
    transcript.line('work', '● a')
    transcript.line('work', '● b')
    transcript.flow('text', '\n\nTwo.')
    transcript.line('end', 'done')
    expect(printed).toBe('One.\n\n● a\n● b\n\nTwo.\n\ndone\n')
  })

  it('rests at the left for what others write, and lets go of a line that is open', () => {
    transcript.flow('text', 'Half a')
    transcript.rest()
    transcript.rest()
    expect(printed).toBe('Half a\n')
    const line = transcript.open('work', '● a')
    transcript.rest()
    expect(transcript.isOpen(line)).toBe(false)
    expect(printed).toBe('Half a\n\n● a\n')
  })

  it('does not rest while somebody types below', () => {
    transcript.hold()
    transcript.flow('text', 'Later')
    transcript.rest()
    transcript.flow('text', ' on.')
    transcript.release()
    expect(printed).toBe('Later on.')
  })

  it('begins at the top', () => {
    transcript.flow('text', '\nOne')
    expect(printed).toBe('One')
  })

  it('does not begin a block for nothing', () => {
    transcript.line('work', '● a')
    transcript.flow('text', '\n')
    transcript.line('work', '● b')
    expect(printed).toBe('● a\n● b\n')
  })

  it('gives an open line its end', () => {
    const first = transcript.open('work', '● a')
    expect(transcript.isOpen(first)).toBe(true)
    transcript.close('  ✓')
    const second = transcript.open('work', '● b')
    transcript.line('work', 'between')
    expect([first, second, undefined].some((line) => transcript.isOpen(line))).toBe(false)
    expect(printed).toBe('● a  ✓\n● b\nbetween\n')
  })

  it('makes room once', () => {
    transcript.space()
    transcript.line('plan', 'a')
    transcript.space()
    transcript.space()
    transcript.line('plan', 'b')
    expect(printed).toBe('a\n\nb\n')
  })

  it('keeps back what comes while somebody types', () => {
    transcript.flow('text', 'One')
    transcript.hold()
    expect(printed).toBe('One\n')
    transcript.line('work', '● a')
    transcript.flow('text', 'Two')
    expect(printed).toBe('One\n')
    transcript.release()
    expect(printed).toBe('One\n\n● a\n\nTwo')
  })

  it('breaks flowing text between words and prints the last one when it is over', () => {
    transcript = new Transcript(
      (text) => {
        printed += text
      },
      () => 10,
    )
    transcript.flow('text', 'one two three')
    expect(printed).toBe('one two')
    transcript.line('work', '● a')
    expect(printed).toBe('one two\nthree\n\n● a\n')
  })

  it('colours what flows, also the word that came late', () => {
    transcript = new Transcript(
      (text) => {
        printed += text
      },
      () => 80,
    )
    transcript.flow('thinking', 'one two', (text) => `<${text}>`)
    transcript.line('work', 'x')
    expect(printed).toBe('<one>< two>\n\nx\n')
  })
})
