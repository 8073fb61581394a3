const MAX_CHARACTERS = 200

/**
 * What a person said, in quotation marks: on one line, so that nothing in it can open a fence of its own, and cut
 * between characters, never inside one.
 */
export function quote(said: string): string {
  // Two units per character at most, and one more to see that there is more.
  const characters = [...said.slice(0, 2 * MAX_CHARACTERS + 2).replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ')]
  const cut = characters.length > MAX_CHARACTERS || said.length > 2 * MAX_CHARACTERS + 2
  return `“${characters.slice(0, MAX_CHARACTERS).join('')}${cut ? '…' : ''}”`
}
