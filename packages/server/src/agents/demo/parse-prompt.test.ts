import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cue, parsePrompt } from './parse-prompt.js'
import { SCENARIOS } from './scenarios.js'

const NAMES = [...SCENARIOS.keys()]
const nameOf = (cue: Cue): string => {
  if (cue.kind === 'tell') return cue.text
  const numbers = cue.numbers.map((number) => `:${number}`).join('')
  return NAMES.filter((name) => SCENARIOS.get(name)?.play === cue.play).join() + numbers
}
const parse = (prompt: string) => parsePrompt(prompt, SCENARIOS).map(nameOf)

describe('names', () => {
  it('are those of the scenarios, in the order of the prompt', () => {
    expect(NAMES).toEqual(
      'text thinking tools tool-error permission question plan terminal files usage ui error crash slow long all tour'.split(
        ' ',
      ),
    )
    expect(parse('demo:plan demo:permission')).toEqual(['plan', 'permission'])
    for (const name of NAMES) expect(parse(`demo:${name}`)).toEqual([name])
  })

  it('stand anywhere, with the marks of a sentence around them', () => {
    expect(parse('Please play demo:plan, then demo:tool-error. Thanks!')).toEqual(['plan', 'tool-error'])
    expect(parse('demo:text,demo:usage;demo:ui')).toEqual(['text', 'usage', 'ui'])
    expect(parse('(demo:text) "demo:ui" `demo:plan`?')).toEqual(['text', 'ui', 'plan'])
    expect(parse('demo:long:50. And\ndemo:text:')).toEqual(['long:50', 'text'])
  })

  it.each(['hello', '', 'demo', 'demo: text', 'a demo:', 'mydemo:text', 'x-demo:text', 'http://demo:80/'])(
    'are not in %j',
    (prompt) => {
      expect(parse(prompt)).toEqual([])
    },
  )

  it.each(['foo', 'Text', 'constructor', '__proto__', 'toString', 'text!x'])('do not include %j', (name) => {
    const [told = '', ...more] = parse(`demo:${name}`)
    expect(more).toEqual([])
    expect(told).toContain(`no such scenario as “${name}”`)
    for (const known of NAMES) expect(told).toContain(known)
  })

  it('are played around one that is not there', () => {
    const [first, second, third] = parse('demo:text demo:foo demo:ui')
    expect([first, third]).toEqual(['text', 'ui'])
    expect(second).toContain('no such scenario as “foo”')
  })
})

describe('numbers', () => {
  it('are taken by long and slow', () => {
    expect(parse('demo:long:50000')).toEqual(['long:50000'])
    expect(parse('demo:long:50000:1000 demo:slow:600')).toEqual(['long:50000:1000', 'slow:600'])
    expect(parse('demo:long:1:1 demo:long:1000000:65536')).toEqual(['long:1:1', 'long:1000000:65536'])
  })

  it.each([
    ['demo:long:0', 'deltas of the scenario long must be a whole number from 1 to 1000000, not “0”'],
    ['demo:long:1000001', 'from 1 to 1000000'],
    ['demo:long:99999999999999999999', 'from 1 to 1000000'],
    ['demo:long:1:65537', 'bytes each of the scenario long must be a whole number from 1 to 65536'],
    ['demo:long:1.5', 'not “1.5”'],
    ['demo:long:-1', 'not “-1”'],
    ['demo:long:1e3', 'not “1e3”'],
    ['demo:long::5', 'not “”'],
    ['demo:slow:19', 'seconds of the scenario slow must be a whole number from 20 to 600'],
    ['demo:slow:601', 'from 20 to 600'],
    ['demo:slow:20:1', 'takes at most seconds'],
    ['demo:long:1:1:1', 'takes at most deltas and bytes each'],
    ['demo:text:5', 'the scenario text takes no number'],
  ])('%s is told about', (prompt, sentence) => {
    expect(parse(prompt).join()).toContain(sentence)
  })
})

it('takes any prompt, and what it tells stays short', () => {
  const words = fc.array(
    fc.oneof(
      fc.constantFrom('demo:', ...NAMES.map((name) => `demo:${name}`), ':', ' ', '7', ','),
      fc.string(),
    ),
  )
  fc.assert(
    fc.property(words, (parts) => {
      for (const cue of parsePrompt(parts.join(''), SCENARIOS)) {
        if (cue.kind === 'tell') expect(cue.text.length).toBeLessThan(700)
      }
    }),
  )
})

it('takes a prompt of a megabyte in no time', () => {
  const began = performance.now()
  parsePrompt('demo:'.repeat(200_000), SCENARIOS)
  parsePrompt(`demo:${'.'.repeat(1_000_000)}x`, SCENARIOS)
  expect(performance.now() - began).toBeLessThan(2000)
})
