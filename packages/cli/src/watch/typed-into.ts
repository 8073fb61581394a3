import type { Key } from './key.js'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/* biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/** A line of text with a key more, or one less. */
export function typedInto(text: string, key: Key): string {
  if (key.press === 'text') return text + key.text.replace(CONTROL, ' ')
  if (key.press === 'clear') return ''
  if (key.press !== 'backspace') return text
  return [...graphemes.segment(text)]
    .slice(0, -1)
    .map(({ segment }) => segment)
    .join('')
}
