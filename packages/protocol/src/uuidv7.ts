/** Makes ids; injected wherever ids are made, so tests are deterministic. */
export type NewId = () => string

const HEX_DIGITS = '0123456789abcdef'
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * A maker of uuidv7 ids (RFC 9562): ms clock, 12-bit counter within a millisecond, 62 random bits.
 * Ids of one maker rise strictly, also when the clock steps back.
 */
export function uuidv7Maker(now: () => number, fillRandom: (bytes: Uint8Array) => void): NewId {
  const pool = new Uint8Array(8 * 128)
  let used = pool.length
  let lastMs = -1
  let counter = 0
  let time = ''
  return () => {
    if (used === pool.length) {
      fillRandom(pool)
      used = 0
    }
    const ms = now()
    if (ms > lastMs || ++counter > 0xfff) {
      lastMs = Math.max(ms, lastMs + 1)
      counter = 0
      time = timePart(lastMs)
    }
    const count = `${HEX_DIGITS[counter >> 8]}${hex(counter & 0xff)}`
    const random = (index: number) => pool[used + index] ?? 0
    const variant = hex((random(0) & 0x3f) | 0x80)
    const id =
      `${time}-7${count}-${variant}${hex(random(1))}-` +
      `${hex(random(2))}${hex(random(3))}${hex(random(4))}${hex(random(5))}${hex(random(6))}${hex(random(7))}`
    used += 8
    return id
  }
}

/** The first two groups; thousands of ids share them. */
function timePart(ms: number): string {
  const text = ms.toString(16).padStart(12, '0')
  return `${text.slice(0, 8)}-${text.slice(8)}`
}

function hex(byte: number): string {
  return HEX[byte] ?? '00'
}

const V7 = /^(?:[a-z]+_)?([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** When a uuidv7 was made, in ms, with or without a prefix such as `turn_`; undefined if it is none. */
export function uuidTime(id: string): number | undefined {
  const match = V7.exec(id)
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : undefined
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The uuid in a session id as any door takes it: bare, or with the `thread_` prefix; undefined if it is neither. */
export function sessionUuid(text: string): string | undefined {
  const bare = (text.startsWith('thread_') ? text.slice(7) : text).toLowerCase()
  return UUID.test(bare) ? bare : undefined
}
