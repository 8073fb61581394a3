import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockEnds } from './block-ends.js'
import { fencesOf } from './fences.js'
import { OPENS, tokensOf } from './tokens.js'
import { vocabularyOf } from './vocabulary.js'

const { tags } = vocabularyOf({})

/** What the block of the first tag of a text is; with the rest of the text, if its end is missing. */
function firstBlock(text: string): string {
  const tokens = tokensOf(text, tags)
  const end = new BlockEnds(text, tokens, fencesOf(text)).of(0)
  return end === -1 ? `${text.slice(tokens.start(0))}…` : text.slice(tokens.start(0), tokens.end(end))
}

const T = 'task-notification'

describe('BlockEnds', () => {
  it.each([
    ['the first end', '<tick>a</tick> b </tick>', '<tick>a</tick>'],
    ['an end in a sentence', '<tick>a, see </tick>, b', '<tick>a, see </tick>'],
    ['an end in another case', '<tick>a</TICK> b', '<tick>a</TICK>'],
    ['the end of the same tag', '<tick>a</channel>b</tick>c', '<tick>a</channel>b</tick>'],
    ['the end that balances', '<tick>\n<tick>a</tick>\nb</tick> c', '<tick>\n<tick>a</tick>\nb</tick>'],
    [
      'the end that balances one right behind',
      '<tick><tick>a</tick> b</tick> c',
      '<tick><tick>a</tick> b</tick>',
    ],
    [
      'the end that balances two',
      '<tick>\n<tick></tick>\n<tick></tick></tick>x',
      '<tick>\n<tick></tick>\n<tick></tick></tick>',
    ],
    ['no end for a tag in a sentence', '<tick>a <tick> b</tick> c</tick>', '<tick>a <tick> b</tick>'],
    ['no end for an empty tag', '<tick>\n<tick/>\na</tick> b', '<tick>\n<tick/>\na</tick>'],
    ['the next end without balance', '<tick>\n<tick>a</tick> b', '<tick>\n<tick>a</tick>'],
    ['the end of the text', '<tick>a </channel>', '<tick>a </channel>…'],
    [
      'members of a family apart',
      '<ide_a>\n<ide_b>x</ide_b>\n</ide_a>y',
      '<ide_a>\n<ide_b>x</ide_b>\n</ide_a>',
    ],
  ])('finds %s', (_what, text, block) => {
    expect(firstBlock(text)).toBe(block)
  })

  it.each([
    [
      'a start that is quoted',
      '<tick>\n```\n<tick>\n```\n</tick>\na\n<tick>b</tick>',
      '<tick>\n```\n<tick>\n```\n</tick>',
    ],
    [
      'a block that is quoted',
      '<tick>\n```\n<tick>x</tick>\n```\n</tick>\na',
      '<tick>\n```\n<tick>x</tick>\n```\n</tick>',
    ],
  ])('reads over %s', (_what, text, block) => {
    expect(firstBlock(text)).toBe(block)
  })

  it('ends at an end inside a fence that only somebody else closes', () => {
    expect(firstBlock('<tick>\n```\na\n</tick>\nb\n```\nc\n```\n')).toBe('<tick>\n```\na\n</tick>')
  })

  it.each([
    [
      'on its line',
      `<${T}><result>a </${T}> b</result>\n</${T}>\nc`,
      `<${T}><result>a </${T}> b</result>\n</${T}>`,
    ],
    [
      'behind a child',
      `<${T}><result>a </${T}> b</result></${T}> c`,
      `<${T}><result>a </${T}> b</result></${T}>`,
    ],
    ['unless it is in a sentence', `<${T}>a</${T}> b </${T}> c`, `<${T}>a</${T}>`],
    ['unless another block starts before', `<${T}>a</${T}>\n<${T}>b</${T}>`, `<${T}>a</${T}>`],
    ['unless no result ends before', `<${T}>a</${T}>\nb\n</${T}>`, `<${T}>a</${T}>`],
    ['unless it is quoted', `<${T}>a</${T}>\n\`\`\`\n</${T}>\n\`\`\``, `<${T}>a</${T}>`],
  ])('lets a notification reach to a later end in its place, %s', (_what, text, block) => {
    expect(firstBlock(text)).toBe(block)
  })

  it('lets JSON reach to the end behind its last brace', () => {
    const name = 'subagent_notification'
    const block = `<${name}>{"status":{"completed":"see </${name}> there"}}\n</${name}>`
    expect(firstBlock(`${block}\nok </${name}>`)).toBe(block)
  })

  it('nests like brackets, for any row of starts and ends', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('<tick>', '</tick>', 'x'), { maxLength: 30 }), (lines) => {
        const text = lines.join('\n')
        const tokens = tokensOf(text, tags)
        const ends = new BlockEnds(text, tokens, fencesOf(text))
        for (let index = 0; index < tokens.count; index++) {
          if (tokens.kind(index) === OPENS) expect(ends.of(index)).toBe(slowEnd(tokens, index))
        }
      }),
    )
  })
})

function slowEnd(tokens: ReturnType<typeof tokensOf>, first: number): number {
  let depth = 0
  let next = -1
  for (let index = first; index < tokens.count; index++) {
    if (tokens.kind(index) === OPENS) depth++
    else {
      depth--
      if (next === -1) next = index
      if (depth === 0) return index
    }
  }
  return next
}
