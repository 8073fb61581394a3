import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SignalboxError } from '@signalbox/protocol'
import { type Flow, type FlowConfig, flowsOf, MAX_TRIGGERS } from '@signalbox/protocol/flow'
import { redact } from '@signalbox/protocol/log-record'
import type { Journal } from '../telemetry/journal.js'
import { changeFiles, type FileChange, isTemporary } from './change-files.js'
import { DirectoryWatch } from './directory-watch.js'
import { flowChanges } from './flow-changes.js'
import { type ReadFile, readDirectory } from './flow-directory.js'
import { MAX_FILE_BYTES } from './flow-file.js'
import { type FlowSnapshot, flowSnapshot } from './flow-snapshot.js'
import { folderProblem } from './folder-problem.js'

export interface FlowStoreOptions {
  directory: string
  /** The agents that are declared. */
  agents: () => readonly string[]
  /** Why nothing would be posted to a URL, as far as that is known without asking anybody. */
  urlClosed?: (url: string) => string | undefined
  journal: Pick<Journal, 'warn' | 'info'>
  /** How often it is looked for changes nobody told of. */
  pollMs?: number
}

export type FlowStoreState = 'ready' | { unreadable: string }

/** Only if the flows are still as they were: one of these revisions. */
export interface IfMatch {
  ifMatch?: readonly string[] | undefined
}

/** Where the order of the triggers is kept, when it is not that of the names of their files. */
const ORDER = '.order.json'

/** Flows as YAML files, one per trigger, that people may edit: what is read again whenever it changes. */
export class FlowStore {
  readonly directory: string
  readonly #options: FlowStoreOptions
  readonly #listeners = new Set<(snapshot: FlowSnapshot) => void>()
  readonly #watch: DirectoryWatch
  #files: ReadonlyMap<string, ReadFile> = new Map()
  #order: readonly string[] = []
  #current: FlowSnapshot
  #state: FlowStoreState = 'ready'
  /** What is under way; the next waits for it. */
  #turn: Promise<unknown> = Promise.resolve()

  private constructor(options: FlowStoreOptions) {
    this.#options = options
    this.directory = options.directory
    this.#current = flowSnapshot([], { agents: [], order: [] })
    const { directory, pollMs } = options
    this.#watch = new DirectoryWatch({
      directory,
      // What somebody is writing just now is left alone until it is written.
      changed: () => this.#alone(() => this.#read(Date.now())),
      ...(pollMs === undefined ? {} : { pollMs }),
    })
  }

  /** Reads what is there and watches it. Never rejects: flows that cannot be read are told by `state`. */
  static async open(options: FlowStoreOptions): Promise<FlowStore> {
    const store = new FlowStore(options)
    await store.#removeTemporary()
    await store.refresh()
    store.#watch.start()
    return store
  }

  get current(): FlowSnapshot {
    return this.#current
  }

  get state(): FlowStoreState {
    return this.#state
  }

  /** Tells of every change, of the flows or of whether they can be read. */
  onChange(listener: (snapshot: FlowSnapshot) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads what has changed since it was last read. */
  async refresh(): Promise<void> {
    await this.#alone(() => this.#read())
  }

  /** These flows and no others, from now on. */
  put(config: FlowConfig, { ifMatch }: IfMatch = {}): Promise<FlowSnapshot> {
    return this.#alone(async () => {
      await this.#check(ifMatch)
      const wanted = flowsOf(config)
      await this.#write(flowChanges(this.#files, this.#current, wanted))
      await this.#putOrder(wanted.map(({ id }) => id))
      return this.#current
    })
  }

  /** This trigger in place of the one with its id, or beside the others; resolves to whether it is new. */
  putTrigger(flow: Flow, { ifMatch }: IfMatch = {}): Promise<{ snapshot: FlowSnapshot; created: boolean }> {
    return this.#alone(async () => {
      await this.#check(ifMatch)
      const flows = flowsOf(this.#current.config)
      const created = flows.every(({ id }) => id !== flow.id)
      if (created && flows.length >= MAX_TRIGGERS) {
        throw new SignalboxError('invalidMessage', `there are ${MAX_TRIGGERS} triggers already`, {
          field: 'id',
        })
      }
      const wanted = created ? [...flows, flow] : flows.map((other) => (other.id === flow.id ? flow : other))
      await this.#write(flowChanges(this.#files, this.#current, wanted))
      return { snapshot: this.#current, created }
    })
  }

  /** Whether there was such a trigger. */
  deleteTrigger(id: string, { ifMatch }: IfMatch = {}): Promise<boolean> {
    return this.#alone(async () => {
      await this.#check(ifMatch)
      const flows = flowsOf(this.#current.config)
      const wanted = flows.filter((flow) => flow.id !== id)
      if (wanted.length === flows.length) return false
      await this.#write(flowChanges(this.#files, this.#current, wanted))
      return true
    })
  }

  async close(): Promise<void> {
    this.#watch.close()
    this.#listeners.clear()
    await this.#turn
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  /** What somebody edited a moment ago counts, before anything is decided. */
  async #check(ifMatch: readonly string[] | undefined): Promise<void> {
    await this.#read()
    if (this.#state !== 'ready') throw unavailable(`flows cannot be read: ${this.#state.unreadable}`)
    if (ifMatch && !ifMatch.includes(this.#current.revision)) {
      throw new SignalboxError('preconditionFailed', 'The flows were changed meanwhile; read them again.')
    }
  }

  /** Whether something is to be looked at again, which is only where a time of day is given. */
  async #read(now?: number): Promise<boolean> {
    const { directory } = this.#options
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const { files, unsettled } = await readDirectory(directory, this.#files, now)
      const order = await readOrder(directory)
      const changed =
        this.#state !== 'ready' || !sameFiles(files, this.#files) || String(order) !== String(this.#order)
      this.#files = files
      this.#order = order
      if (changed) this.#become('ready', this.#snapshot(order))
      return unsettled
    } catch (error) {
      this.#become({ unreadable: folderProblem(directory, error) }, this.#current)
      return false
    }
  }

  #snapshot(order: readonly string[]): FlowSnapshot {
    const { agents, urlClosed } = this.#options
    const around = { agents: agents(), order, before: this.#current, ...(urlClosed ? { urlClosed } : {}) }
    return flowSnapshot(this.#files.values(), around)
  }

  #become(state: FlowStoreState, snapshot: FlowSnapshot): void {
    const before = this.#current
    const same = reasonOf(state) === reasonOf(this.#state) && snapshot.revision === before.revision
    this.#state = state
    // Also where it says the same: it may stand in other files.
    this.#current = snapshot
    if (same) return
    this.#tell(before)
    for (const listener of this.#listeners) listener(snapshot)
  }

  #tell(before: FlowSnapshot): void {
    const { journal, directory } = this.#options
    if (this.#state !== 'ready') {
      journal.warn('flows cannot be read', { directory, reason: this.#state.unreadable })
      return
    }
    const told = new Set(before.errors.map((error) => JSON.stringify(error)))
    for (const error of this.#current.errors) {
      const { file, line = 0, column = 0, field = '', message } = error
      if (!told.has(JSON.stringify(error)))
        journal.warn('a flow file cannot be used', { file, line, column, field, problem: redact(message) })
    }
    journal.info('flows were read', {
      triggers: this.#current.triggers.size,
      bad: this.#current.errors.length,
    })
  }

  async #write(changes: readonly FileChange[]): Promise<void> {
    if (changes.length === 0) return
    const long = changes.find(({ text }) => text !== null && Buffer.byteLength(text) > MAX_FILE_BYTES)
    if (long)
      throw new SignalboxError('tooLarge', `${long.name} would have more than ${MAX_FILE_BYTES} bytes`)
    try {
      await changeFiles(this.directory, changes)
    } catch (error) {
      throw unavailable(`flows cannot be written: ${folderProblem(this.directory, error)}`)
    } finally {
      await this.#read()
    }
  }

  async #putOrder(ids: readonly string[]): Promise<void> {
    const natural = this.#snapshot([]).config.triggers.map(({ id }) => id)
    const order = ids.join('\n') === natural.join('\n') ? [] : ids
    if (order.join('\n') === this.#order.join('\n')) return
    const text = order.length === 0 ? null : `${JSON.stringify(order, null, 2)}\n`
    await this.#write([{ name: ORDER, text }])
  }

  async #removeTemporary(): Promise<void> {
    const { directory } = this.#options
    const names = await readdir(directory).catch(() => [])
    for (const name of names.filter(isTemporary))
      await rm(join(directory, name), { force: true }).catch(() => {})
  }
}

/** The order of triggers, where somebody gave one; a file that says something else is none. */
async function readOrder(directory: string): Promise<string[]> {
  try {
    const order: unknown = JSON.parse(await readFile(join(directory, ORDER), 'utf8'))
    return Array.isArray(order) ? order.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** A file that did not change was not read again. */
function sameFiles(a: ReadonlyMap<string, ReadFile>, b: ReadonlyMap<string, ReadFile>): boolean {
  return a.size === b.size && [...a].every(([name, file]) => b.get(name) === file)
}

function reasonOf(state: FlowStoreState): string {
  return state === 'ready' ? state : `unreadable: ${state.unreadable}`
}

function unavailable(message: string): SignalboxError {
  return new SignalboxError('flowsUnavailable', message)
}
