/* biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are what this file is about */

/** Operating-system commands, device control and the like: from the opener to BEL or ST, or to the end. */
const STRINGS =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?/
/** Colours and cursor movements. */
const SEQUENCES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?/
/** Two-character escapes. */
const ESCAPES = /\u001b[ -/]*[0-~]?/
const BREAKS = /(\r\n|[\r\v\f\u0085\u2028\u2029])/
/** All but the line break and the tab; marks that turn the direction of what stands around them; what nobody sees. */
const CONTROLS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/
/** In one pass: what is left when one is taken out must not make another. Linear: no two ways to match a text. */
const ACTIVE = new RegExp(
  [STRINGS, SEQUENCES, ESCAPES, BREAKS, CONTROLS].map(({ source }) => source).join('|'),
  'g',
)
/** Controls, and all that can hide in a word: joiners, fillers, tags. */
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu
/** What may be the first part of a sequence whose rest comes with the next piece. */
const UNFINISHED =
  /(?:(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*\u001b?|(?:\u001b\[|\u009b)[0-?]*[ -/]*|\u001b[ -/]*|\r|[\ud800-\udbff])$/
/* biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above */

/** So much of a sequence is waited for. What is longer is no sequence anybody means; its rest is shown as text. */
const LONGEST_WAIT = 512

/** Text of an agent, safe to print: its line breaks and tabs stay, everything a terminal would act on is gone. */
export function plainText(text: string): string {
  return text.replace(ACTIVE, (_found, lineBreak) => (lineBreak === undefined ? '' : '\n'))
}

/** The same on one line. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}

/**
 * Text somebody is asked to allow, safe to print with nothing left out: what cannot be seen is written as its code, so
 * that it cannot pass for something else.
 */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(HIDDEN, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16)
    return code.length < 3 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`
  })
}

/** The same on one line, with a sign for every break. */
export function visibleLine(text: string): string {
  return visibleText(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ')
    .replace(/[ \t]+/g, ' ')
}

/** Text that comes in pieces: a sequence that is cut between two of them is still known for one. */
export class PlainStream {
  #held = ''

  /** What can be printed of it so far. */
  write(piece: string): string {
    const text = this.#held + piece
    this.#held = UNFINISHED.exec(text.slice(-LONGEST_WAIT))?.[0] ?? ''
    return plainText(text.slice(0, text.length - this.#held.length))
  }

  /** What was held back, when nothing more comes. */
  end(): string {
    const held = this.#held
    this.#held = ''
    return plainText(held)
  }
}
