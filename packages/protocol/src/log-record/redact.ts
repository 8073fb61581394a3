const REDACTED = '[redacted]'

/** What one form of a secret looks like, and what is left of it. */
interface Form {
  pattern: RegExp
  leaves: string
}

/** A digit near its beginning tells a token from words with hyphens between them. */
const DIGIT = '(?=[A-Za-z._~+/=-]{0,64}\\d)'
/** What is between a name and its value: with or without quotes, in JSON also with escaped ones. */
const SEPARATOR = `\\\\{0,2}["']?[ \\t]{0,4}[=:][ \\t]{0,4}\\\\{0,2}`
/** The beginning of a path: a shell and many programs have a folder under the name of a password. */
const PLACE = `(?:(?:~|\\.\\.?)?/|[a-z]:[\\\\/]|(?:~|\\.\\.?)(?![^\\s"'\\\\]))`
/** Alone it may be a folder; behind another word, as in `DB_PWD`, it never is. */
const PWD = `(?<=[a-z0-9][_-])pwd|pwd(?!(?:${SEPARATOR}|[ \\t]{1,4})["']?${PLACE})`
/** Keys that are one by their first word; that of others may be of a table or a cache. */
const KEYS =
  '(?:api|access|private|secret|signing|encryption|decryption|master|ssh|auth|account|hmac|jwt|service[_-]?role)[_-]?key(?:[_-]base)?'
const SECRET_WORDS = `pass(?:word|wd|phrase|code)|secret|token|${KEYS}|credentials?|authorization`
const SECRET_NAMES = `${SECRET_WORDS}|${PWD}`
/** Whose keys are called after them; an issue of a tracker has a key, too, so that the value has to look like one. */
const VENDORS =
  'openai|anthropic|claude|gemini|google|azure|aws|gcp|stripe|github|gitlab|slack|twilio|sendgrid|mailgun|mailchimp|resend|' +
  'datadog|sentry|cohere|mistral|groq|openrouter|hugging_?face|replicate|deepseek|xai|perplexity|elevenlabs|pinecone|' +
  'supabase|firebase|algolia|cloudflare|digitalocean|heroku|vercel|netlify|linear|notion|airtable|mapbox|tavily|langsmith|wandb'
const LOOKS_LIKE_A_KEY = `${DIGIT}[\\w.~+/=-]{12,}`

/**
 * The forms, in the order they are looked for. Each begins where nothing of its own alphabet stands before, or is bounded,
 * so that all of them take time linear in the text.
 */
const FORMS: readonly Form[] = [
  {
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
    leaves: REDACTED,
  },
  {
    // JSON Web Tokens.
    pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
    leaves: REDACTED,
  },
  { pattern: /(?<!\w)gh[pousr]_[A-Za-z0-9]{16,}/g, leaves: REDACTED },
  { pattern: /(?<!\w)github_pat_\w{16,}/g, leaves: REDACTED },
  { pattern: /(?<![\w-])glpat-[\w-]{16,}/g, leaves: REDACTED },
  { pattern: /(?<!\w)npm_[A-Za-z0-9]{30,}/g, leaves: REDACTED },
  { pattern: /(?<![\w-])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{8,}/g, leaves: REDACTED },
  { pattern: /(?<!\w)do[opr]_v1_[A-Za-z0-9]{16,}/g, leaves: REDACTED },
  { pattern: /(?<![\w.-])SG\.[\w-]{8,}\.[\w-]{8,}/g, leaves: REDACTED },
  { pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, leaves: REDACTED },
  { pattern: /(?<![\w-])AIza[\w-]{30,}/g, leaves: REDACTED },
  { pattern: /(?<!\w)whsec_[A-Za-z0-9+/=]{16,}/g, leaves: REDACTED },
  { pattern: new RegExp(`(?<![\\w-])(?:sk|rk)[-_]${DIGIT}[\\w-]{16,}`, 'g'), leaves: REDACTED },
  { pattern: /(?<![\w-])[sr]k_(?:live|test)_[A-Za-z0-9]{8,}/g, leaves: REDACTED },
  { pattern: /(?<!\w)hf_[A-Za-z0-9]{16,}/g, leaves: REDACTED },
  { pattern: /(?<![\w.])ya29\.[\w.-]{16,}/g, leaves: REDACTED },
  {
    // Who has such an address may post there.
    pattern:
      /((?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks)\/)[^\s"'<>\\]{1,1024}/gi,
    leaves: `$1${REDACTED}`,
  },
  {
    // A header says itself that what follows is a secret, whatever it looks like.
    pattern:
      /(authorization\\{0,2}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,2}["']?)(?:basic|bearer|digest|negotiate|token|apikey)[ \t]{1,4}[^\s"'\\]{1,8192}/gi,
    leaves: `$1${REDACTED}`,
  },
  {
    pattern:
      /(cookie\\{0,2}["']?[ \t]{0,4}:[ \t]{0,4}\\{0,2}["']?)[\w.!#$%&*+^|~-]{1,100}=[^\r\n"'\\]{1,8192}/gi,
    leaves: `$1${REDACTED}`,
  },
  {
    pattern: new RegExp(`(?<!\\w)(bearer|basic)[ \\t]{1,4}${DIGIT}[\\w.~+/=-]{8,}`, 'gi'),
    leaves: `$1 ${REDACTED}`,
  },
  {
    // Without a digit it is no word either: too long for one, or with capitals or padding within.
    pattern:
      /(?<!\w)([Bb]earer|[Bb]asic|BEARER|BASIC)[ \t]{1,4}(?:[A-Za-z_]{24,}|(?=[A-Za-z+/]{0,64}(?:[a-z][A-Z]|=))[A-Za-z+/=]{8,})/g,
    leaves: `$1 ${REDACTED}`,
  },
  {
    // A token in the place of a name.
    pattern: /(?<![a-z0-9+.-])(https?:\/\/)[^\s/?#@:"'<>]{1,512}@/gi,
    leaves: `$1${REDACTED}@`,
  },
  {
    // Credentials in a URL.
    pattern: /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#@:]{0,256}:[^\s/?#@]{1,512}@/gi,
    leaves: `$1${REDACTED}@`,
  },
  {
    // What curl signs in with. With other commands the same option names a user and a group.
    pattern:
      /((?<![\w-])-(?:[a-z]{0,8}u[ \t]{0,4}|-(?:proxy-)?user[ \t=]{1,4})(?<=curl[^\n]{0,512})\\{0,2})(?:"[^":]{1,256}:[^"]{1,1024}"|'[^':]{1,256}:[^']{1,1024}'|["']?[^\s"':\\]{1,256}:[^\s"'\\]{1,1024})/gi,
    leaves: `$1${REDACTED}`,
  },
  {
    // An option of a command.
    pattern: new RegExp(
      `((?<![\\w-])--(?:[a-z0-9]{1,20}[-_]){0,3}(?:${SECRET_NAMES})[ \\t]{1,4})(?:"[^"]{1,1024}"|'[^']{1,1024}'|(?!-)[^\\s"']{2,})`,
      'gi',
    ),
    leaves: `$1${REDACTED}`,
  },
  {
    // A name that says so, and its value.
    pattern: new RegExp(
      `((?:${SECRET_NAMES})${SEPARATOR})(?:"[^"]{1,1024}"|'[^']{1,1024}'|["']?[^\\s"'&,;\\\\]{3,})`,
      'gi',
    ),
    leaves: `$1${REDACTED}`,
  },
  {
    pattern: new RegExp(
      `((?<![A-Za-z0-9])(?:${VENDORS})[_-]?key${SEPARATOR})["']?${LOOKS_LIKE_A_KEY}["']?`,
      'gi',
    ),
    leaves: `$1${REDACTED}`,
  },
]

/** Most texts hold nothing of the kind: one look tells. */
const ANY =
  /eyJ|gh[pousr]_|github_pat_|glpat-|npm_|xox|xapp-|do[opr]_v1_|SG\.|curl|AKIA|ASIA|AIza|whsec_|sk[-_]|rk[-_]|hf_|ya29\.|cookie|hooks\.slack|webhooks|bearer|basic|:\/\/|PRIVATE KEY|pass|pwd|secret|token|key|credential|authorization/i

/** A text without what looks like a secret in it. Secrets of a form nobody knows stay: it is no permission to log them. */
export function redact(text: string): string {
  if (!ANY.test(text)) return text
  return FORMS.reduce((left, { pattern, leaves }) => left.replace(pattern, leaves), text)
}

/** Without a border before it: flow fields have no capitals, so that `accessToken` is one word there. */
const SECRET_KEY = new RegExp(`(?:${SECRET_WORDS})$|(?:^|[._-])(?:pwd|oldpwd|bearer|cookie)$`)
const VENDOR_KEY = new RegExp(`(?:^|[._-])(?:${VENDORS})[_-]?key$`)
const FOLDER_KEY = /(?:^|\.)(?:old_?)?pwd$/i
const IS_KEY = new RegExp(`^${LOOKS_LIKE_A_KEY}$`)
const IS_PLACE = new RegExp(`^${PLACE}`, 'i')

/** The value of a field without secrets: nothing is left of it where its very name says what it is. */
export function redactField(key: string, value: string): string {
  if (value === '') return value
  const meant = meaningOf(key)
  const isSecret = meant === 'secret' ? !isFolder(key, value) : meant === 'vendor' && IS_KEY.test(value)
  return isSecret ? REDACTED : redact(value)
}

function isFolder(key: string, value: string): boolean {
  return FOLDER_KEY.test(key) && IS_PLACE.test(value)
}

/** What a name says of its value: it is a secret, it is one if it looks like a key, or nothing. */
type Meaning = 'secret' | 'vendor' | 'nothing'

/** What was found of names before: most payloads have the same ones. */
const known = new Map<string, Meaning>()
const MAX_KNOWN = 1000

/** `accessToken` like `access_token`; `max_tokens` is a number of them. */
function meaningOf(key: string): Meaning {
  const found = known.get(key)
  if (found !== undefined) return found
  const name = key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  const meant = SECRET_KEY.test(name) ? 'secret' : VENDOR_KEY.test(name) ? 'vendor' : 'nothing'
  if (known.size >= MAX_KNOWN) known.clear()
  if (key.length <= 100) known.set(key, meant)
  return meant
}
