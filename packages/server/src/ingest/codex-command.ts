const SHELL = /^(?:[^\s'"\\]*\/)?(?:ba|z|da|k)?sh (?:-[a-z]+ )*-[a-z]*c (.*)$/s
const PLAIN = /[^\s'"\\]/

/**
 * The command a person would type: Codex runs it as `/bin/bash -lc '…'`, its hooks name it bare. What is not exactly one
 * quoted word after a shell stays as it is.
 */
export function bareCommand(command: string): string {
  const [, rest] = SHELL.exec(command) ?? []
  return (rest === undefined ? undefined : oneWord(rest)) ?? command
}

/** The same of a command in words, as rollout files have it. */
export function bareWords(words: readonly string[]): string {
  const [shell = '', flag = '', script] = words
  const wrapped = words.length === 3 && /(?:^|\/)(?:ba|z|da|k)?sh$/.test(shell) && /^-[a-z]*c$/.test(flag)
  return wrapped && script !== undefined ? script : words.join(' ')
}

/** What a shell makes of one word; undefined where it would make none or several. Linear in the text. */
function oneWord(text: string): string | undefined {
  let word = ''
  let at = 0
  while (at < text.length) {
    const sign = text.charAt(at)
    if (sign === "'") {
      const end = text.indexOf("'", at + 1)
      if (end < 0) return undefined
      word += text.slice(at + 1, end)
      at = end + 1
    } else if (sign === '"') {
      const quoted = doubleQuoted(text, at + 1)
      if (!quoted) return undefined
      word += quoted.text
      at = quoted.end
    } else if (sign === '\\' && at + 1 < text.length) {
      word += text.charAt(at + 1)
      at += 2
    } else if (PLAIN.test(sign)) {
      word += sign
      at += 1
    } else return undefined
  }
  return word === '' ? undefined : word
}

function doubleQuoted(text: string, start: number): { text: string; end: number } | undefined {
  let inner = ''
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '"') return { text: inner, end: at + 1 }
    if (sign === '\\' && /["\\$`]/.test(text.charAt(at + 1))) at++
    inner += text.charAt(at)
  }
  return undefined
}
