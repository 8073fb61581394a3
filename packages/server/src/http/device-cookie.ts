const NAME = 'signalbox_device'
const ONE_YEAR_S = 365 * 24 * 60 * 60
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict'

/** The Set-Cookie that pairs a browser. `secure` where the page came over TLS; plain HTTP could not send it back. */
export function setDeviceCookie(token: string, secure: boolean): string {
  return `${NAME}=${token}; Max-Age=${ONE_YEAR_S}; ${ATTRIBUTES}${secure ? '; Secure' : ''}`
}

/** The Set-Cookie that makes a browser forget its pairing. */
export function clearDeviceCookie(): string {
  return `${NAME}=; Max-Age=0; ${ATTRIBUTES}`
}

/** The device token in a Cookie header. Of several the first counts: browsers put the most specific path first. */
export function readDeviceCookie(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  for (const pair of header.split(';')) {
    const [name, value] = splitOnce(pair)
    if (name === NAME && value !== '') return value
  }
  return undefined
}

function splitOnce(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=')
  return at < 0 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}
