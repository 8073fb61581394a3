/** A piece of code, and what it is to a reader. */
export interface CodePiece {
  kind: 'plain' | 'comment' | 'string' | 'word'
  text: string
}

const LONGEST = 60_000
const WORDS =
  'abstract|as|async|await|break|case|catch|class|const|continue|def|defer|default|delete|do|elif|else|enum|export|extends|false|fi|final|finally|fn|for|foreach|from|func|function|if|impl|implements|import|in|interface|is|lambda|let|loop|match|mod|module|mut|new|nil|none|null|of|package|pass|private|protected|pub|public|raise|readonly|return|self|static|struct|super|switch|then|this|throw|trait|true|try|type|typeof|undefined|union|use|var|void|where|while|with|yield|done|esac'
const SQL_WORDS =
  'select|insert|into|update|set|delete|from|where|join|left|right|inner|outer|on|group|by|order|having|limit|values|create|table|index|drop|alter|add|primary|key|not|null|and|or|as|distinct|union|all|begin|commit|rollback|with'

type Family = 'slashes' | 'hash' | 'dashes' | 'markup' | 'data'

const COMMENTS: Readonly<Record<Family, string>> = {
  slashes: '\\/\\/[^\\n]*|\\/\\*(?:[^*]|\\*(?!\\/))*(?:\\*\\/)?',
  hash: '(?<![\\w$&{])#[^\\n]*',
  dashes: '--[^\\n]*',
  markup: '<!--(?:[^-]|-(?!->))*(?:-->)?',
  data: '(?!)',
}
/* A string ends with its line at the latest, but for those that are made for several. */
const STRINGS = '"(?:[^"\\\\\\n]|\\\\.)*"?|\'(?:[^\'\\\\\\n]|\\\\.)*\'?|`(?:[^`\\\\]|\\\\[^])*`?'

const LANGUAGES: Readonly<Record<string, Family>> = {
  ...family(
    'slashes',
    'js jsx ts tsx mjs cjs javascript typescript java c h cpp cc cxx hpp cs csharp go rust rs swift kotlin kt scala php dart zig css scss less proto',
  ),
  ...family(
    'hash',
    'sh bash zsh shell console fish py python rb ruby yaml yml toml ini dockerfile docker make makefile perl pl r elixir ex nix hcl tf',
  ),
  ...family('dashes', 'sql lua haskell hs elm'),
  ...family('markup', 'html xml svg vue'),
  ...family('data', 'json jsonc json5'),
}

function family(name: Family, languages: string): Record<string, Family> {
  return Object.fromEntries(languages.split(' ').map((language) => [language, name]))
}

const patterns = new Map<string, RegExp>()

function patternOf(language: string, name: Family): RegExp {
  const words = language === 'sql' ? SQL_WORDS : name === 'data' ? 'true|false|null' : WORDS
  const key = `${name} ${words.length}`
  const known = patterns.get(key)
  if (known) return known
  const wordPart = name === 'markup' ? '(?!)' : `(?<![\\w$.-])(?:${words})(?![\\w$-])`
  const made = new RegExp(`(${COMMENTS[name]})|(${STRINGS})|(${wordPart})`, language === 'sql' ? 'gi' : 'g')
  patterns.set(key, made)
  return made
}

/** Code in its pieces: comments, strings and the words of the language stand out a little. Linear in its length. */
export function codePieces(code: string, language: string | undefined): CodePiece[] {
  const key = language?.toLowerCase() ?? ''
  const name = Object.hasOwn(LANGUAGES, key) ? LANGUAGES[key] : undefined
  if (name === undefined || code.length > LONGEST) return [{ kind: 'plain', text: code }]
  const pieces: CodePiece[] = []
  let at = 0
  for (const match of code.matchAll(patternOf(key, name))) {
    if (match.index > at) pieces.push({ kind: 'plain', text: code.slice(at, match.index) })
    const kind = match[1] !== undefined ? 'comment' : match[2] !== undefined ? 'string' : 'word'
    pieces.push({ kind, text: match[0] })
    at = match.index + match[0].length
  }
  if (at < code.length) pieces.push({ kind: 'plain', text: code.slice(at) })
  return pieces
}
