/** What a person pressed. */
export type Key =
  | { press: 'text'; text: string }
  | {
      press:
        | 'up'
        | 'down'
        | 'page up'
        | 'page down'
        | 'home'
        | 'end'
        | 'enter'
        | 'escape'
        | 'backspace'
        | 'clear'
        | 'interrupt'
    }

/** What Ink tells of a key; of that, what matters here. */
export interface InkKey {
  upArrow: boolean
  downArrow: boolean
  pageUp: boolean
  pageDown: boolean
  home: boolean
  end: boolean
  return: boolean
  escape: boolean
  backspace: boolean
  delete: boolean
  ctrl: boolean
  meta: boolean
}

const NAMED = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['pageUp', 'page up'],
  ['pageDown', 'page down'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  ['delete', 'backspace'],
] as const

const CONTROLS: Readonly<Record<string, Exclude<Key['press'], 'text'>>> = {
  c: 'interrupt',
  d: 'page down',
  j: 'enter',
  n: 'down',
  p: 'up',
  u: 'clear',
}

/** The keys in what Ink read at once: over a slow line that may be a few. */
export function keysOf(input: string, key: InkKey): Key[] {
  const named = NAMED.find(([name]) => key[name])
  if (named) return [{ press: named[1] }]
  if (key.ctrl) {
    const press = Object.hasOwn(CONTROLS, input) ? CONTROLS[input] : undefined
    return press === undefined ? [] : [{ press }]
  }
  // With Alt held it is another key, not this letter.
  if (key.meta || input === '') return []
  // Text and Enter that came together are two keys; breaks inside are a paste, and no Enter.
  const [, line = '', end] = /^([\s\S]*?)([\r\n]?)$/.exec(input) ?? []
  const text: Key[] = line === '' ? [] : [{ press: 'text', text: line }]
  return end === '' || /[\r\n]/.test(line) ? text : [...text, { press: 'enter' }]
}
