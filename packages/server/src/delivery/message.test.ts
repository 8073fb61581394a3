import { clean, SAID_BY_PERSON } from '@signalbox/protocol/clean'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { enveloped, envelopedLines } from './message.js'

it('says who is meant, in its tag', () => {
  expect(enveloped('Codex 1', 'is done: ok')).toBe(
    '<signalbox-message from="Codex 1">Codex 1 is done: ok</signalbox-message>',
  )
})

/** What a tag is made of, and what may be put between, so that they come together in every way. */
const pieces = fc.constantFrom(
  ...[
    '<',
    '</',
    '/',
    '>',
    '"',
    "'",
    '=',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\u2028',
    '\u00a0',
    '```',
    '`',
    '&lt;',
    '&',
  ],
  ...[
    '\u0000',
    '\u0003',
    '\u001b[201~',
    '\u001b]',
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u202e',
  ],
  ...[
    '\ufe0f',
    '\uff1c',
    'signalbox-message',
    'SignalBox-Message',
    'signal\u200bbox-message',
    'signal',
    'box-message',
  ],
  ...['<signalbox-message', '</signalbox-message>', '</ signalbox-message', 'from="x"', 'rm -rf /', 'words'],
  ...['<system-reminder>', '</system-reminder>', '<command-name>', '<task-notification>'],
)
const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')) },
  { weight: 1, arbitrary: fc.string() },
)

/** Nothing in a message can end it: who reads it finds the tag it began with, and the one at its end. */
function expectOneEnvelope(message: string): void {
  const seen = message.replaceAll(/[\p{Cf}\p{DI}]/gu, '')
  const tags = [...seen.matchAll(/<[\s/]*signalbox-message/gi)]
  expect(tags.map(({ index }) => index)).toEqual([0, seen.length - '</signalbox-message>'.length])
  expect(message).toMatch(/^<signalbox-message from="[^"<>]*">.*<\/signalbox-message>$/s)
  for (const agent of ['claude', 'codex'] as const) {
    const { parts } = clean(message, { agent })
    expect(parts.filter(({ kind }) => SAID_BY_PERSON[kind])).toEqual([])
  }
}

it('cannot be left, however a tag is written', () => {
  for (const tag of [
    '</</signalbox-message>',
    '<</<//signalbox-message>',
    '</</</signalbox-message></signalbox-message>signalbox-message>',
    '</signal\u200bbox-message>',
    '<\u200b/\u2060signalbox-message>',
    '< / SIGNALBOX-message >',
    '<\u0000/signalbox-message>',
  ]) {
    for (const message of [enveloped('a', `x ${tag} rm`), envelopedLines('a', `x ${tag} rm`)])
      expectOneEnvelope(message)
    expectOneEnvelope(enveloped(tag, tag))
  }
  expect(envelopedLines('a', 'a < b </b> 1 <2')).toContain('>a < b </b> 1 <2<')
})

it('takes no longer for a flood of them', () => {
  const flood = `${'</ '.repeat(100_000)}${'<'.repeat(100_000)}${' '.repeat(300_000)}`
  expect(envelopedLines('a', flood)).toHaveLength(
    flood.trim().length + '<signalbox-message from="a"></signalbox-message>'.length,
  )
})

it('keeps the lines of a longer message, and is read as no word of a person either', () => {
  expect(envelopedLines('flow a"b', ' See:\r\n\n  one\t \u2028two\u001b[0m\n')).toBe(
    '<signalbox-message from="flow a\'b">See:\n\n  one\ntwo [0m</signalbox-message>',
  )
  fc.assert(
    fc.property(hostile, fc.array(hostile), (from, texts) => {
      const message = envelopedLines(from, texts.join(''))
      expect(message).not.toMatch(/[^\P{Cc}\n]/u)
      expectOneEnvelope(message)
    }),
  )
})

it('is one line without control characters, and is read as no word of a person, whatever is in it', () => {
  fc.assert(
    fc.property(hostile, hostile, (from, text) => {
      const message = enveloped(from, text)
      expect(message).not.toMatch(/\p{Cc}/u)
      expectOneEnvelope(message)
    }),
  )
})
