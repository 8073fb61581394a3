import { constants, type Dirent, type FSWatcher, mkdirSync, watch } from 'node:fs'
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { SignalboxError } from '@signalbox/protocol'
import type { Journal } from '../telemetry/journal.js'
import { readSpoolFile, type SpoolFile, UnfitSpoolFile } from './spool-file.js'

export interface SpoolDrainDeps {
  /** The folder the hooks of agents write to while they cannot reach the gateway. */
  directory: string
  /** Brings one to the log; it resolves when it is on disk. */
  take(file: SpoolFile): Promise<void>
  journal: Journal
  now(): number
  report(fault: unknown): void
  /** How often it is looked for files, whatever the file system tells. */
  everyMs?: number
}

const EVERY_MS = 30_000
/** A file nobody has finished for so long is one nobody will. */
const UNFINISHED_MS = 15 * 60_000
const MAX_FILE_BYTES = 8 * 1024 * 1024 + 64 * 1024
const WAITING = /^(?!\.).+\.event$/
const UNFINISHED = /^\.tmp-/
const OWNER_ONLY = 0o700
/** Faults that pass: too much is open, or the disk does not take or give it now. Any other is the file's own. */
const PASSING: ReadonlySet<unknown> = new Set([
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR', 'EBUSY'],
  ...['EIO', 'ENOSPC', 'EDQUOT', 'EROFS', 'ESTALE', 'ETIMEDOUT'],
])

/** Tells what the hooks of agents wrote down while the gateway could not be reached: one by one, in order, late, once. */
export class SpoolDrain {
  readonly #deps: SpoolDrainDeps
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #again = false
  #closed = false

  constructor(deps: SpoolDrainDeps) {
    this.#deps = deps
  }

  /** Drains what is there and whatever comes. Resolves when the first pass is over. */
  async start(): Promise<void> {
    const { directory, journal, everyMs = EVERY_MS } = this.#deps
    try {
      mkdirSync(directory, { recursive: true, mode: OWNER_ONLY })
      this.#watcher = watch(directory, { persistent: false }, (_what, name) => this.#seen(name))
      this.#watcher.on('error', (error) => this.#blind(error))
    } catch (error) {
      this.#blind(error)
    }
    this.#timer = setInterval(() => void this.drain(), everyMs).unref()
    journal.debug('the spool is watched', { directory })
    await this.drain()
  }

  /** One pass over the folder; of calls while one is under way there follows one more. */
  drain(): Promise<void> {
    this.#again = true
    this.#running ??= this.#passes().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Resolves when the file that is at hand is done. */
  async close(): Promise<void> {
    this.#closed = true
    this.#watcher?.close()
    clearInterval(this.#timer)
    await this.#running
  }

  /** Hooks write here whatever they send, and take it away when it was taken: only what stays is of interest. */
  #seen(name: string | null): void {
    if (name === null || WAITING.test(name)) void this.drain()
  }

  /** Without word from the file system files are found by looking, a little later. */
  #blind(error: unknown): void {
    this.#watcher?.close()
    this.#deps.journal.warn('the spool cannot be watched; it is looked at now and then', {
      reason: String(error),
    })
  }

  async #passes(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false
      try {
        await this.#pass()
      } catch (error) {
        this.#deps.report(error)
      }
    }
  }

  async #pass(): Promise<void> {
    for (const name of await this.#waiting()) {
      if (this.#closed || !(await this.#one(name))) return
    }
  }

  /** The names of the files to take, oldest first. */
  async #waiting(): Promise<string[]> {
    const entries = await readdir(this.#deps.directory, { withFileTypes: true }).catch(noFolder)
    const names: string[] = []
    for (const entry of entries) {
      const { name } = entry
      if (entry.isDirectory()) continue
      if (WAITING.test(name) || (UNFINISHED.test(name) && (await this.#isLeft(name)))) names.push(name)
    }
    return names.sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
  }

  async #isLeft(name: string): Promise<boolean> {
    const found = await stat(join(this.#deps.directory, name)).catch(() => undefined)
    return found !== undefined && found.mtimeMs < this.#deps.now() - UNFINISHED_MS
  }

  /** False when the log takes nothing just now, and the rest has to wait as well. */
  async #one(name: string): Promise<boolean> {
    const { directory, take, journal, report } = this.#deps
    const path = join(directory, name)
    try {
      const file = readSpoolFile(name, await readBounded(path))
      const { ignored } = file
      if (ignored.length > 0)
        journal.warn('lines of a spool file were not understood and are ignored', { file: name, ignored })
      await take(file)
    } catch (error) {
      if (isGone(error)) return true
      if (isPassing(error)) return false
      if (!(error instanceof SignalboxError) && !(error instanceof UnfitSpoolFile)) report(error)
      await this.#putAside(name, error)
      return true
    }
    await unlink(path).catch((error) => isGone(error) || report(error))
    return true
  }

  /** Kept for a person to look at, where it is in nobody's way. */
  async #putAside(name: string, error: unknown): Promise<void> {
    const { directory, journal, report } = this.#deps
    const reason = error instanceof Error ? error.message : String(error)
    journal.warn('a spool file cannot be told and is put aside', { file: name, reason })
    const aside = join(directory, 'bad')
    await mkdir(aside, { recursive: true, mode: OWNER_ONLY })
      .then(() => rename(join(directory, name), join(aside, name.replace(UNFINISHED, ''))))
      .catch((fault) => isGone(fault) || report(fault))
  }
}

/** The bytes of a file, unless it is no file, or has more than any of ours. */
async function readBounded(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new UnfitSpoolFile('it is no file')
    if (found.size > MAX_FILE_BYTES) throw new UnfitSpoolFile(`it has more than ${MAX_FILE_BYTES} bytes`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function sortKey(name: string): string {
  return name.replace(UNFINISHED, '')
}

function isGone(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

/** Whether something is wrong here and not with the file: it stays for a better time. */
function isPassing(error: unknown): boolean {
  if (error instanceof SignalboxError) return error.kind === 'unavailable'
  return PASSING.has(codeOf(error))
}

/** The code of a failed system call. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined
}

function noFolder(error: unknown): Dirent[] {
  if (isGone(error)) return []
  throw error
}
