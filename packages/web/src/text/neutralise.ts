/* Every pattern is linear: none has two ways to match the same text. */
/* biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are what this file is about */

/** Operating-system commands, device control and the like: from the opener to BEL or ST, or to the end. */
const STRINGS =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?/g
/** Colours and cursor movements. */
const SEQUENCES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?/g
/** Two-character escapes. */
const ESCAPES = /\u001b[ -/]*[0-~]?/g
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g
/** Marks that turn the direction of what stands around them, and characters nobody sees. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const UNSEEN_IN_JSON = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
/* biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above */

const REPLACEMENT = '\ufffd'

/** Text of an agent as one harmless line: terminal codes gone, breaks as spaces, what is left of controls visible. */
export function neutralise(text: string): string {
  return text
    .replace(STRINGS, '')
    .replace(SEQUENCES, '')
    .replace(ESCAPES, '')
    .replace(BREAKS, ' ')
    .replace(CONTROLS, REPLACEMENT)
    .replace(UNSEEN, '')
    .trim()
}

/** A value as readable JSON in which nothing acts: JSON escapes the rest of the control characters itself. */
export function harmlessJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2) ?? 'null'
  return json.replace(UNSEEN_IN_JSON, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
