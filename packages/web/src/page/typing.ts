const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
/** In these a press of a letter is no text. */
const NO_TEXT = 'input[type="checkbox"], input[type="radio"], input[type="button"], input[type="submit"]'

/** Whether a key that is pressed here is text, not a wish. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches(FIELDS) && !target.matches(NO_TEXT)
}

/** Whether a key belongs to the browser, to a field or to a dialog that is open. */
export function isTaken({ ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target)) return true
  return document.querySelector('dialog[open]') !== null
}
