import type { Clean, Cleaned, CleanOptions } from './cleaned.js'
import { neutralise } from './control.js'
import { NOTHING_LEFT, Reader } from './reader.js'
import { vocabularyOf } from './vocabulary.js'

export type * from './cleaned.js'
export { SAID_BY_PERSON } from './cleaned.js'
export { neutralise } from './control.js'
export { disarmTags } from './disarm.js'
export { NOTHING_LEFT } from './reader.js'
export { isKnownAgent, KNOWN_AGENTS, type KnownAgent } from './tag-row.js'

/** The longest text that is cleaned, in UTF-16 units; a longer one is given back as it is. */
export const MAX_CLEAN = 8 * 1024 * 1024

/** Makes of what an agent said what a person should read. Never throws: what cannot be cleaned comes back as it is. */
export const clean: Clean = (text, options) => {
  try {
    return text.length > MAX_CLEAN ? asItIs(text) : cleaned(text, options)
  } catch {
    return asItIs(text)
  }
}

const asItIs = (text: string): Cleaned => ({
  text,
  cleaned: [],
  fallback: true,
  parts: [{ kind: 'text', text }],
})

function cleaned(text: string, options: CleanOptions | undefined): Cleaned {
  const calm = neutralise(text)
  if (calm.trim() === '') {
    const wasBlank = calm === '' ? text === '' : text.trim() === ''
    return { text: wasBlank ? calm : NOTHING_LEFT, cleaned: [], fallback: false, parts: [] }
  }
  const reader = new Reader(vocabularyOf(options))
  const { text: settled, parts } = reader.settle(calm)
  // Words for the model that stand alone are left as they are: nothing was taken out.
  return { text: settled, cleaned: settled === calm ? [] : [...reader.names], fallback: false, parts }
}
