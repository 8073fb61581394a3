/* biome-ignore-start lint/suspicious/noControlCharactersInRegex: control characters are what this file is about */
/**
 * What a reader would not see: controls, marks that turn the direction, tags, halves of surrogate pairs, line ends that
 * are none in a terminal, and letters that look like a blank. The joiners of emoji and of some scripts stay.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u115f\u1160\u2028\u2029\u2800\u3164\uffa0\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu
const LINE_END = /\r\n/g
/* biome-ignore-end lint/suspicious/noControlCharactersInRegex: see above */

/**
 * Text of an agent that a person may decide upon (a command, code, a change): every character that would not be seen
 * is shown as its escape, so nothing hides and nothing acts.
 */
export function visibleText(text: string): string {
  return text.replace(LINE_END, '\n').replace(UNSEEN, escaped)
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`
}
