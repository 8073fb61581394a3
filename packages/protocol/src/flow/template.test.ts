import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growthOf, LINEAR } from '../linear-time.fixture.js'
import { templateParts } from './template.js'

const values: Record<string, string> = { a: 'A', 'notify.a': 'NA', tricky: '{{a}}', open: '{{', close: '}}' }
/** Values put in once: what a value says is not looked into. */
const renderTemplate = (template: string, lookUp: (token: string) => string | undefined) =>
  templateParts(template)
    .map((part) => ('text' in part ? part.text : (lookUp(part.token) ?? '')))
    .join('')
const render = (template: string) =>
  renderTemplate(template, (token) => (Object.hasOwn(values, token) ? values[token] : undefined))

describe('a template', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['{{a}}', 'A'],
    ['{{ a }} and {{\ta\n}}', 'A and A'],
    ['{{notify.a}}', 'NA'],
    ['x{{nope}}y{{}}z', 'xyz'],
    ['{{a}}{{a}}', 'AA'],
    ['{{tricky}}', '{{a}}'],
    ['{{open}}a}}', '{{a}}'],
    ['{{a', '{{a'],
    ['x {{a', 'x {{a'],
    ['{{a}} {{b', 'A {{b'],
    ['{{', '{{'],
    ['}}', '}}'],
    ['{{a {{a}}', '{{a A'],
    ['{{{{', '{{'],
    ['{{{{a}}', '{{a}}'],
    ['{{{{a}}{{a}}', '{{a}}A'],
    ['{{{{{{{{', '{{{{'],
    ['{{{{{{a}}', '{{A'],
    ['{{{a}}}', '}'],
    ['{"o":{"k":"{{a}}"}}', '{"o":{"k":"A"}}'],
    ['{ {a} }', '{ {a} }'],
  ])('%j says %j', (template, text) => expect(render(template)).toBe(text))
})

/** The same rules, written the slow way: one place at a time. */
function reference(template: string): string {
  let text = ''
  for (let at = 0; at < template.length; ) {
    const rest = template.slice(at)
    const token = /^\{\{((?:(?!\{\{)(?!\}\})[\s\S])*(?:\{(?=\}\}))?)\}\}/.exec(rest)
    if (rest.startsWith('{{{{')) {
      text += '{{'
      at += 4
    } else if (token) {
      const name = (token[1] ?? '').trim()
      text += Object.hasOwn(values, name) ? values[name] : ''
      at += token[0].length
    } else if (rest.startsWith('{{')) {
      text += '{{'
      at += 2
    } else {
      text += rest[0]
      at++
    }
  }
  return text
}

const pieces = fc.array(fc.constantFrom('{{', '}}', '{', '}', 'a', 'b', ' ', 'tricky', '\n'), {
  maxLength: 30,
})

describe('any template', () => {
  it('says what the slow reading of the rules says', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        expect(render(parts.join(''))).toBe(reference(parts.join('')))
      }),
      { numRuns: 2000 },
    )
  })

  it('never fails, and has nothing left to put in that a value brought', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, value) => {
        expect(renderTemplate(`${before.replaceAll('{', '')}{{x}}`, () => value)).toBe(
          before.replaceAll('{', '') + value,
        )
      }),
    )
  })

  it('without braces stays as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replaceAll('{', '')
        expect(render(plain)).toBe(plain)
      }),
    )
  })
})

describe('a template of very many tokens', () => {
  it.each([
    ['tokens', (length: number) => '{{a}}'.repeat(length / 5)],
    ['escapes', (length: number) => '{{{{'.repeat(length / 4)],
    ['openings with one end', (length: number) => `${'{{a'.repeat(length / 3)}}}`],
    ['openings', (length: number) => '{{a'.repeat(length / 3)],
    ['ends', (length: number) => '}}'.repeat(length / 2)],
    ['braces', (length: number) => '{'.repeat(length + 1)],
  ])('is read in linear time: %s', (_what, textOf) => {
    expect(growthOf(templateParts, textOf, 800_000)).toBeLessThan(LINEAR)
  })

  it('has all of its parts', () => {
    expect(templateParts('{{a}}'.repeat(1_000_000))).toHaveLength(1_000_000)
  })
})
