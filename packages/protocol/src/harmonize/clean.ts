import type { Clean } from './cleaned.js'

export * from './cleaned.js'

export const clean: Clean = (text) => ({
  text,
  cleaned: [],
  fallback: false,
  parts: text === '' ? [] : [{ kind: 'text', text }],
})
