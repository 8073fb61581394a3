/* Every pattern is linear: none has two ways to match the same text. */
/* biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are what this file is about */
/** Operating-system commands and the like, where they end on their line: nothing a person should read is swallowed. */
const STRINGS = /\u001b[\]PX^_][^\u0007\u001b\u009c\n]{0,2000}(?:\u0007|\u001b\\|\u009c)/g
/** Colours and cursor movements. */
const SEQUENCES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?/g
const ESCAPES = /\u001b[ -/]*[0-~]?/g
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
/** Marks that turn the direction of what stands around them, and characters nobody sees. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/* biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above */

/** Text of an agent to be read, with its lines: terminal codes and what nobody sees are gone. */
export function proseText(text: string): string {
  return text
    .replace(STRINGS, '')
    .replace(SEQUENCES, '')
    .replace(ESCAPES, '')
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, '\ufffd')
    .replace(UNSEEN, '')
}
