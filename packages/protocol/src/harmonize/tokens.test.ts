import { describe, expect, it } from 'vitest'
import { CLOSES, IS_EMPTY, OPENS, tagStarts, tokensOf } from './tokens.js'
import { vocabularyOf } from './vocabulary.js'

const { tags } = vocabularyOf({})
const WORDS = new Map([
  [OPENS, 'open'],
  [CLOSES, 'close'],
  [IS_EMPTY, 'empty'],
])

/** Each token as what it does, its name, and how it is written. */
function read(text: string): string[] {
  const tokens = tokensOf(text, tags)
  return Array.from({ length: tokens.count }, (_, index) =>
    [
      WORDS.get(tokens.kind(index)),
      tokens.tag(index)?.name,
      text.slice(tokens.start(index), tokens.end(index)),
    ].join(' '),
  )
}

describe('tokensOf', () => {
  it.each([
    ['<tick>', ['open tick <tick>']],
    ['a <TICK> b </Tick > c', ['open tick <TICK>', 'close tick </Tick >']],
    ['<tick/>', ['empty tick <tick/>']],
    ['<tick />', ['empty tick <tick />']],
    ['<tick a="b" c=\'d\' e=f g>', ['open tick <tick a="b" c=\'d\' e=f g>']],
    ['<tick a="x > y"/>', ['empty tick <tick a="x > y"/>']],
    ['<tick a="<b>">', ['open tick <tick a="<b>">']],
    ["<tick it's here>", ["open tick <tick it's here>"]],
    ['<tick\n a="b"\n>', ['open tick <tick\n a="b"\n>']],
    ['</tick\n>', ['close tick </tick\n>']],
    ['<permissions instructions>', ['open permissions instructions <permissions instructions>']],
    ['<ide_x></IDE_X>', ['open ide_ <ide_x>', 'close ide_ </IDE_X>']],
    ['<<tick>>', ['open tick <tick>']],
    ['<tick <tick>', ['open tick <tick>']],
    ['<tick a="<tick>', ['open tick <tick>']],
    ['<div><tick>', ['open tick <tick>']],
    [`<tick ${'a'.repeat(990)}>`, [`open tick <tick ${'a'.repeat(990)}>`]],
    [`<tick ${'a'.repeat(1001)}>`, []],
  ])('reads %j', (text, tokens) => {
    expect(read(text)).toEqual(tokens)
  })

  it.each([
    [''],
    ['<'],
    ['</'],
    ['<>'],
    ['</>'],
    ['< tick>'],
    ['</ tick>'],
    ['<tick'],
    ['</tick'],
    ['<tick '],
    ['<tick a="b'],
    ['</tick a>'],
    ['<tick.x>'],
    ['<tick:x>'],
    ['<tick汉>'],
    ['Vec<u8> List<String> <branch-name> a < b <tickets> <x-tick>'],
    ['&lt;tick&gt;'],
  ])('finds none in %j', (text) => {
    expect(read(text)).toEqual([])
  })

  it('has nothing behind the last one', () => {
    const tokens = tokensOf('<tick>', tags)
    expect(tokens.start(1)).toBeGreaterThan(8 * 1024 * 1024)
    expect(tokens.kind(1)).toBe(-1)
    expect(tokens.tag(1)).toBeUndefined()
  })
})

describe('tagStarts', () => {
  it('finds the start of known tags, whole or not', () => {
    expect(tagStarts('<tick <b> </tick <<tick>', tags)).toEqual([0, 10, 18])
  })
})
