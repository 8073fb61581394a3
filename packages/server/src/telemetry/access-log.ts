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

/** One JSON line per request, buffered. A disk that fails costs lines, nothing else. */
export class AccessLog {
  readonly #options: Required<AccessLogOptions>
  #lines: string[] = []
  #buffered = 0
  #size: number | undefined
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #dropped = 0

  constructor(options: AccessLogOptions) {
    this.#options = { ...DEFAULTS, ...options }
  }

  /** Lines that were lost to a slow or failing disk. */
  get dropped(): number {
    return this.#dropped
  }

  write(entry: AccessEntry): void {
    if (this.#buffered >= this.#options.backlogBytes) {
      this.#dropped += 1
      return
    }
    const line = encode(entry)
    this.#lines.push(line)
    this.#buffered += line.length
    if (this.#buffered >= this.#options.flushBytes) void this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), this.#options.flushMs).unref()
  }

  /** Resolves when everything written so far is in the file, or given up. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined
    })
    await this.#writing
  }

  async #drain(): Promise<void> {
    while (this.#lines.length > 0) {
      const lines = this.#lines
      const length = this.#buffered
      this.#lines = []
      try {
        await this.#append(lines.join(''))
      } catch {
        this.#dropped += lines.length
        this.#size = undefined
      }
      // Only now: what is on its way to a slow disk counts as backlog too.
      this.#buffered -= length
    }
  }

  async #append(text: string): Promise<void> {
    const { path, maxBytes } = this.#options
    this.#size ??= await sizeOf(path)
    if (this.#size > 0 && this.#size + text.length > maxBytes) {
      await rename(path, `${path}.1`)
      this.#size = 0
    }
    await appendFile(path, text, { mode: 0o600 })
    this.#size += text.length
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

/** ASCII only, so that a log on a terminal is text and nothing else, and its length is its bytes. */
function encode(entry: AccessEntry): string {
  const json = JSON.stringify({
    ...entry,
    time: new Date(entry.time).toISOString(),
    ms: Math.round(entry.ms * 100) / 100,
  })
  return `${json.replace(/[\u007f-\uffff]/g, escapeSign)}\n`
}

function escapeSign(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
