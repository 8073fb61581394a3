/** How long a name made from a prompt may be, and one an agent or a person gives. */
export const MAX_PROMPT_NAME = 60
export const MAX_NAME = 200

/** How much of the first prompt is held to make a name of. */
const MAX_FIRST_PROMPT = 500

/** A sentence shorter than this says too little on its own ("Hi!"). */
const SHORT_SENTENCE = 15

// Control characters but line breaks and tabs, marks of direction, zero-width spaces, halves of pairs.
const UNSEEN =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\p{Cs}]/gu
const KEPT_BREAKS = /[\n\r\t\u2028\u2029\u0085]/
const VISIBLE = /[^\s\p{C}\p{Z}\p{M}]/u
const WORDY = /[\p{L}\p{N}]/u
const FENCE = /^\s*(?:```|~~~)/
const TRAILING = /[\s.,;:!?…·•—–\-|/\\({[<"'«„“‘。，、；：！？．｡､؟،؛।]+$/u

/** The beginning of the first prompt, to name the session after; null when there is nothing to see in it. */
export function firstWords(prompt: string): string | null {
  const text = cutGraphemes(
    prompt
      .trimStart()
      .slice(0, 2 * MAX_FIRST_PROMPT)
      .trimEnd(),
    MAX_FIRST_PROMPT,
  )
  return VISIBLE.test(seen(text)) ? text : null
}

/** A name for a session from what a person first said in it; empty only when there is nothing to see in that. */
export function nameFromPrompt(prompt: string): string {
  const lines = seen(prompt.slice(0, 8 * MAX_FIRST_PROMPT)).split('\n')
  const [prose, code] = apart(lines)
  const line =
    prose.map(plainLine).find((said) => WORDY.test(said)) ??
    code.find((said) => WORDY.test(said)) ??
    lines.find((said) => VISIBLE.test(said)) ??
    ''
  return capitalised(trimmed(cutAtWord(firstSentence(oneLine(line)), MAX_PROMPT_NAME)))
}

/** A name as an agent gives it, fit to be shown; empty when there is nothing to see in it. */
export function cleanName(name: string): string {
  const text = oneLine(seen(name.slice(0, 20 * MAX_NAME)))
  return VISIBLE.test(text) ? cutAtWord(text, MAX_NAME) : ''
}

function seen(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, (sign) => (KEPT_BREAKS.test(sign) ? (sign === '\t' ? ' ' : '\n') : ''))
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** Lines of prose, and lines between fences. */
function apart(lines: readonly string[]): [prose: string[], code: string[]] {
  const prose: string[] = []
  const code: string[] = []
  let fenced = false
  for (const line of lines) {
    if (FENCE.test(line)) fenced = !fenced
    else (fenced ? code : prose).push(line)
  }
  return [prose, code]
}

/** What is said of a line without its markup, in this order. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:>\s*)+/, ''],
  [/^\s*#{1,6}\s+/, ''],
  [/^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/, ''],
  [/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1'],
  [/<\/?[a-zA-Z][^<>]{0,200}>/g, ' '],
  [/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2'],
  [/(?<![\p{L}\p{N}*])\*(?=\S)([^*]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '$1'],
  [/(?<![\p{L}\p{N}_])_(?=\S)([^_]+)(?<=\S)_(?![\p{L}\p{N}_])/gu, '$1'],
  [/`+/g, ''],
]

function plainLine(line: string): string {
  const bare = MARKUP.reduce((text, [pattern, by]) => text.replace(pattern, by), line)
  return oneLine(withoutCommand(withoutMentions(withoutUrls(oneLine(bare)))))
}

/** A link says where it leads; alone in its line all of it, else only the host. */
function withoutUrls(line: string): string {
  const alone = /^\S+$/.test(line)
  return line.replace(/\bhttps?:\/\/(?:www\.)?([^\s/?#]+)([^\s?#]*)\S*/gi, (_url, host, path) =>
    alone ? `${host}${path}` : host,
  )
}

/** `@src/auth/login.ts` is the file; those before the first word only say where to look. */
function withoutMentions(line: string): string {
  const rest = line.replace(/^(?:@\S+\s+)+/, '')
  const said = isPhrase(rest) ? rest : line
  return said.replace(/(^|\s)@(\S+)/g, (_all, before, name) => `${before}${baseName(name)}`)
}

/** `/plan move login to tokens` is about the move; `/review auth.ts` about the review. */
function withoutCommand(line: string): string {
  const command = /^\/([\w:-]+)(?:\s+(.*))?$/.exec(line)
  if (!command) return line
  const [, name = '', said = ''] = command
  return isPhrase(said) ? said : `${name} ${said}`
}

function isPhrase(text: string): boolean {
  return WORDY.test(text) && (/\S\s+\S/.test(text) || text.length >= SHORT_SENTENCE)
}

function baseName(path: string): string {
  const [name = path] = path.split(/[/\\]/).filter(Boolean).slice(-1)
  return name
}

/** Up to the end of the first sentence that says something. */
function firstSentence(line: string): string {
  for (const end of line.matchAll(/[.!?…]+(?=\s)|[。！？．]+|[؟।]+(?=\s|$)/gu)) {
    const before = line.slice(0, end.index)
    const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(before)
    if (before.length < (wide ? SHORT_SENTENCE / 3 : SHORT_SENTENCE)) continue
    if (/(?:^|\s)(?:e\.g|i\.e|etc|vs|cf|z\.B|bzw)$/i.test(before)) continue
    return before
  }
  return line
}

/** The beginning of a text, up to a word's end where there is one near the limit, never inside a character. */
function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  const cut = cutGraphemes(text, max)
  if (/\s/.test(text.charAt(cut.length))) return cut
  const space = cut.search(/\s\S*$/)
  return space >= max / 2 ? cut.slice(0, space) : cut
}

/** The beginning of a text, of at most so many units, cut between what a reader sees as characters. */
function cutGraphemes(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  for (const character of charactersOf(text.slice(0, 2 * max))) {
    if (end + character.length > max) break
    end += character.length
  }
  // One character alone that is too long, as people pile marks up: cut it, but no pair.
  return end > 0 ? text.slice(0, end) : text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}

function charactersOf(text: string): Iterable<string> {
  if (typeof Intl === 'undefined' || Intl.Segmenter === undefined) return text
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}

function trimmed(text: string): string {
  return text.replace(TRAILING, '') || text.trim()
}

/** With a capital, unless it begins with a name of code: `main.rs`, `iOS`, `do_it`. */
function capitalised(text: string): string {
  const [word = ''] = text.split(' ', 1)
  const [first = ''] = text
  if (/[._/\\:]\S|.\p{Lu}/u.test(word)) return text
  const capital = first.toUpperCase()
  return [...capital].length === 1 ? capital + text.slice(first.length) : text
}
