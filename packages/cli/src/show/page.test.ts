import { beforeEach, describe, expect, it } from 'vitest'
import { Page } from './page.js'

let printed: string
let page: Page

beforeEach(() => {
  printed = ''
  page = new Page((text) => {
    printed += text
  })
})

describe('Page', () => {
  it('lets text of one block flow', () => {
    page.flow('text', 'Hel')
    page.flow('text', 'lo.\nAnd')
    expect(printed).toBe('Hello.\nAnd')
  })

  it('puts one empty line between blocks, whatever the text brings itself', () => {
    page.flow('text', 'One.\n\n')
    page.line('work', '● a')
    page.line('work', '● b')
    page.flow('text', '\n\nTwo.')
    page.line('end', 'done')
    expect(printed).toBe('One.\n\n● a\n● b\n\nTwo.\n\ndone\n')
  })

  it('begins at the top', () => {
    page.flow('text', '\nOne')
    expect(printed).toBe('One')
  })

  it('does not begin a block for nothing', () => {
    page.line('work', '● a')
    page.flow('text', '\n')
    page.line('work', '● b')
    expect(printed).toBe('● a\n● b\n')
  })

  it('gives an open line its end', () => {
    const first = page.open('work', '● a')
    expect(page.isOpen(first)).toBe(true)
    page.close('  ✓')
    const second = page.open('work', '● b')
    page.line('work', 'between')
    expect([first, second, undefined].some((line) => page.isOpen(line))).toBe(false)
    expect(printed).toBe('● a  ✓\n● b\nbetween\n')
  })

  it('makes room once', () => {
    page.space()
    page.line('plan', 'a')
    page.space()
    page.space()
    page.line('plan', 'b')
    expect(printed).toBe('a\n\nb\n')
  })

  it('keeps back what comes while somebody types', () => {
    page.flow('text', 'One')
    page.hold()
    expect(printed).toBe('One\n')
    page.line('work', '● a')
    page.flow('text', 'Two')
    expect(printed).toBe('One\n')
    page.release()
    expect(printed).toBe('One\n\n● a\n\nTwo')
  })

  it('breaks flowing text between words and prints the last one when it is over', () => {
    page = new Page(
      (text) => {
        printed += text
      },
      () => 10,
    )
    page.flow('text', 'one two three')
    expect(printed).toBe('one two')
    page.line('work', '● a')
    expect(printed).toBe('one two\nthree\n\n● a\n')
  })

  it('colours what flows, also the word that came late', () => {
    page = new Page(
      (text) => {
        printed += text
      },
      () => 80,
    )
    page.flow('thinking', 'one two', (text) => `<${text}>`)
    page.line('work', 'x')
    expect(printed).toBe('<one>< two>\n\nx\n')
  })
})
