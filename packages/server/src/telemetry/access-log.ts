import { appendFile, rename, stat } from 'node:fs/promises'

/** One answered request. Never a path, a query or a header: those may carry secrets. */
export interface AccessEntry {
  /** Wall clock at the end of the answer, ms. */
  time: number
  method: string
  /** The pattern of the route; null when none matched. */
  route: string | null
  status: number
  ms: number
  /** Of the body, where it was known beforehand; null for streams. */
  bytes: number | null
  remote: string
  /** Null when nobody was signed in. */
  user: string | null
}

export interface AccessLogOptions {
  path: string
  /** Over this the file becomes `<path>.1`, in place of the one before. */
  maxBytes?: number
  /** So much is written at once, or what there is after so long. */
  flushBytes?: number
  flushMs?: number
  /** More than this waiting for a slow or full disk is dropped: requests never wait for it. */
  backlogBytes?: number
}

const DEFAULTS = { maxBytes: 16 << 20, flushBytes: 64 << 10, flushMs: 100, backlogBytes: 4 << 20 }

interface Chunk {
  bytes: Buffer
  used: number
  lines: number
}

/**
 * One JSON line per request, collected as bytes: as strings, the thousands that wait each tenth of a second would all
 * be copied by the garbage collector. A disk that fails costs lines, nothing else.
 */
export class AccessLog {
  readonly #options: Required<AccessLogOptions>
  #chunk: Chunk
  #full: Chunk[] = []
  #size: number | undefined
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #dropped = 0

  constructor(options: AccessLogOptions) {
    this.#options = { ...DEFAULTS, ...options }
    this.#chunk = emptyChunk(this.#options.flushBytes)
  }

  /** Lines that were lost to a slow or failing disk. */
  get dropped(): number {
    return this.#dropped
  }

  write(entry: AccessEntry): void {
    const { flushBytes, flushMs, backlogBytes } = this.#options
    const line = encode(entry)
    if (this.#chunk.used + line.length > flushBytes) void this.flush()
    if (line.length > flushBytes || this.#full.length * flushBytes >= backlogBytes) {
      this.#dropped += 1
      return
    }
    this.#chunk.used += this.#chunk.bytes.write(line, this.#chunk.used, 'latin1')
    this.#chunk.lines += 1
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
  }

  /** Resolves when everything written so far is in the file, or given up. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#chunk.used > 0) {
      this.#full.push(this.#chunk)
      this.#chunk = emptyChunk(this.#options.flushBytes)
    }
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  async #drain(): Promise<void> {
    // A chunk on its way to the disk stays in the list: it counts as backlog until it is there.
    for (let chunk = this.#full[0]; chunk; chunk = this.#full[0]) {
      try {
        await this.#append(chunk.bytes.subarray(0, chunk.used))
      } catch {
        this.#dropped += chunk.lines
        this.#size = undefined
      }
      this.#full.shift()
    }
  }

  async #append(bytes: Buffer): Promise<void> {
    const { path, maxBytes } = this.#options
    this.#size ??= (await stat(path).catch(() => undefined))?.size ?? 0
    if (this.#size > 0 && this.#size + bytes.length > maxBytes) {
      await rename(path, `${path}.1`)
      this.#size = 0
    }
    await appendFile(path, bytes, { mode: 0o600 })
    this.#size += bytes.length
  }
}

function emptyChunk(size: number): Chunk {
  return { bytes: Buffer.allocUnsafeSlow(size), used: 0, lines: 0 }
}

function encode({ time, method, route, status, ms, bytes, remote, user }: AccessEntry): string {
  return (
    `{"time":"${timeText(time)}","method":${quote(method)},"route":${quote(route)},"status":${status},` +
    `"ms":${msText(ms)},"bytes":${bytes},"remote":${quote(remote)},"user":${quote(user)}}\n`
  )
}

let second = Number.NaN
let secondText = ''

/** RFC 3339. Formatting a date costs as much as the rest of the line, and thousands of lines share their second. */
function timeText(time: number): string {
  const ms = time % 1000
  if (time - ms !== second) {
    second = time - ms
    secondText = new Date(second).toISOString().slice(0, -4)
  }
  return `${secondText}${ms < 100 ? (ms < 10 ? '00' : '0') : ''}${ms}Z`
}

/** With two decimals, put together from whole numbers: that is several times faster than formatting a fraction. */
function msText(ms: number): string {
  const hundredths = Math.round(ms * 100)
  const rest = hundredths % 100
  return `${(hundredths - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
}

/** ASCII only: on a terminal it is text and nothing else, and each sign is one byte. */
function quote(text: string | null): string {
  if (text === null) return 'null'
  if (PLAIN.test(text)) return `"${text}"`
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, escapeSign)
}

const PLAIN = /^[a-zA-Z0-9/:.*_ -]*$/

function escapeSign(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
