const UNSAFE = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** A value as JSON on one line; what a terminal would act on is escaped, so that it stays the same value. */
export function jsonLine(value: unknown): string {
  return harmlessJson(JSON.stringify(value))
}

/** The same over several lines, for a person. */
export function jsonPage(value: unknown): string {
  return harmlessJson(JSON.stringify(value, null, 2))
}

/** Text that is JSON already: it stands for the same value, and a terminal does nothing of its own accord. */
export function harmlessJson(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
