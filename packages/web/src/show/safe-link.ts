/** Where a link leads. */
export interface LinkTarget {
  href: string
  /** The host, when the text of the link could make one think of another. */
  reallyTo?: string
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])
const LONGEST = 2000
/** What reads like an address. */
const ADDRESS = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/iu

/** The target of a link an agent wrote, or undefined where it must not be one: only whole web and mail addresses are. */
export function linkTarget(href: string, text: string): LinkTarget | undefined {
  if (href.length > LONGEST || !URL.canParse(href)) return undefined
  const url = new URL(href)
  if (!SCHEMES.has(url.protocol)) return undefined
  return isMisleading(url, text.slice(0, LONGEST))
    ? { href: url.href, reallyTo: placeOf(url) }
    : { href: url.href }
}

function isMisleading(url: URL, text: string): boolean {
  // A name before the host is there to be taken for it.
  if (url.username !== '' || url.password !== '') return true
  const read = ADDRESS.exec(text)?.[0]
  return read !== undefined && withoutWww(read.toLowerCase()) !== withoutWww(placeOf(url))
}

function placeOf(url: URL): string {
  return url.protocol === 'mailto:' ? (url.pathname.split('@').at(-1) ?? '') : url.hostname
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}
