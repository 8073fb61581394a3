import { describe, expect, it } from 'vitest'
import { clean } from '../clean.js'
import { namesOf, SIGNALLING_NAMES } from './signalling-names.fixture.js'
import { standingTags } from './standing-tags.fixture.js'

const INNER = 'inner words'
const HONEST = ['Vec<u8> before', 'List<String> after'] as const

const end = (name: string) => `</${name}>`
/** The ways a tag alone is written. */
const FORMS: Readonly<Record<string, (name: string) => string>> = {
  closed: (name) => `<${name}>${INNER}${end(name)}`,
  'on lines of its own': (name) => `<${name}>\n${INNER}\n${end(name)}\n`,
  'without its end': (name) => `<${name}>${INNER}`,
  'in upper case': (name) => `<${name.toUpperCase()}>${INNER}${end(name)}`,
  'ended in upper case': (name) => `<${name}>${INNER}${end(name.toUpperCase())}`,
  'with attributes': (name) => `<${name} a="1 > 0" b='2' c=3 d>${INNER}${end(name)}`,
  'with lines of Windows': (name) => `<${name}>\r\n${INNER}\r\n${end(name)}\r\n`,
  indented: (name) => `   <${name}>${INNER}${end(name)}`,
  coloured: (name) => `\u001b[2m<${name}>\u001b[0m${INNER}${end(name)}`,
}

const ROWS = Object.entries(SIGNALLING_NAMES).flatMap(([agent, names]) =>
  names.map((name) => [agent, name] as const),
)

describe.each(ROWS)('%s <%s>', (agent, name) => {
  it('alone is read by its words, however it is written', () => {
    for (const [form, write] of Object.entries(FORMS)) {
      const { text, cleaned } = clean(write(name), { agent })
      expect(text.replace(/^\//, ''), form).toBe(INNER)
      expect(cleaned, form).toHaveLength(1)
    }
  })

  it('between lines of a person leaves both', () => {
    const { text } = clean(`${HONEST[0]}\n<${name}>${INNER}</${name}>\n${HONEST[1]}`, { agent })
    expect(text.startsWith(`${HONEST[0]}\n`)).toBe(true)
    expect(text.endsWith(`\n${HONEST[1]}`)).toBe(true)
    expect(standingTags(text, namesOf(agent))).toEqual([])
  })

  it('is the same whoever is asked', () => {
    const raw = `<${name}>${INNER}</${name}>\ngo on`
    expect(clean(raw).text).toBe(clean(raw, { agent }).text)
    expect(clean(raw, { agent: 'some-new-agent' }).text).toBe(clean(raw, { agent }).text)
  })

  it('stays where it is quoted', () => {
    for (const raw of [
      `the <${name}> tag and its </${name}>`,
      `\`<${name}>\` is a tag`,
      `> <${name}>x</${name}>`,
      `so:\n\`\`\`\n<${name}>x</${name}>\n\`\`\``,
      `so:\n    <${name}>x</${name}>`,
      // The family of the editor's tags is open at its end.
      name.startsWith('ide_') ? '<ide>x</ide>' : `<${name}-service>x</${name}-service>`,
      `<x-${name}>`,
      `<${name}`,
    ])
      expect(clean(raw, { agent })).toMatchObject({ text: raw, cleaned: [], fallback: false })
  })

  it('says nothing when it is empty, yet is not dropped', () => {
    expect(clean(`<${name}></${name}>`, { agent }).text).toBe('(system notice)')
    expect(clean(`<${name}/>`, { agent }).text).toBe('(system notice)')
    expect(clean(`</${name}>`, { agent }).text).toBe('(system notice)')
  })
})
