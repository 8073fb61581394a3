const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/
const MAX_PARTS = 4

/**
 * The usual spelling of a host that is an IPv4 address: `127.0.0.1` for itself, and for `2130706433`, `0x7f.1` or
 * `0177.0.0.1`, which some readers take for an address and others for a name. `null`: a number that is no address.
 * undefined: a name.
 */
export function addressSpelling(host: string): string | null | undefined {
  const parts = plainHost(host).split('.')
  if (parts.length > 1 && parts.at(-1) === '') parts.pop()
  if (!NUMBER.test(parts.at(-1) ?? '')) return undefined
  const numbers = parts.map(numberOf)
  const last = numbers.pop() ?? Number.NaN
  const room = 256 ** (MAX_PARTS - numbers.length)
  const isAddress = parts.length <= MAX_PARTS && numbers.every((number) => number < 256) && last < room
  if (!isAddress) return null
  const value = numbers.reduce((sum, number, at) => sum + number * 256 ** (MAX_PARTS - 1 - at), last)
  return [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256).join('.')
}

/** Other signs for the same digits and dots; escapes that are none stay. */
function plainHost(host: string): string {
  const plain = host.replace(/%[0-9a-f]{2}/gi, (sign) =>
    String.fromCharCode(Number.parseInt(sign.slice(1), 16)),
  )
  return plain
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[。]/g, '.')
    .replace(/\u00ad|[\u200b-\u200d\u2060\ufeff]/g, '')
}

function numberOf(part: string): number {
  if (/^0x[0-9a-f]*$/.test(part)) return part === '0x' ? 0 : Number(part)
  if (/^0[0-7]*$/.test(part)) return Number.parseInt(part, 8)
  return /^[1-9]\d*$/.test(part) ? Number(part) : Number.NaN
}
