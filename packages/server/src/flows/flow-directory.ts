import { isUtf8 } from 'node:buffer'
import { statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inBatches } from './change-files.js'
import { type FlowText, MAX_FILE_BYTES, readFlowText } from './flow-file.js'

/** One file as it was last read. */
export interface ReadFile {
  name: string
  /** Changes whenever the file does. */
  signature: string
  content: FlowText
  /** As it was read; empty where it was not. */
  text: string
}

/** Everything that ends in .yaml is a flow file; what begins with a dot is ours, or an editor's. */
const FLOW_FILE = /^[^.].*\.ya?ml$/i

const AT_ONCE = 32
/** Editors write a file in several steps; what is younger may be half of it. */
const SETTLED_MS = 200

/** The flow files of a directory, in the order of their names. */
export interface DirectoryRead {
  files: Map<string, ReadFile>
  /** Something was changed only just now and was left as it was before: to be looked at again. */
  unsettled: boolean
}

/**
 * Reads what changed since it was `known`. With a time of day, what was changed or taken away right before it stays as it
 * was: a rule that is half written must not come into force, and one that is being replaced must not be missed.
 */
export async function readDirectory(
  directory: string,
  known: ReadonlyMap<string, ReadFile>,
  now?: number,
): Promise<DirectoryRead> {
  const names = (await readdir(directory)).filter((name) => FLOW_FILE.test(name))
  const isYoung = (changedAt: number) => now !== undefined && changedAt <= now && now - changedAt < SETTLED_MS
  let unsettled = false
  const keep = (before: ReadFile | undefined) => {
    unsettled = true
    return before
  }
  const there = new Set(names)
  const gone = [...known.keys()].filter((name) => !there.has(name))
  const stay = gone.length > 0 && isYoung(statOf(directory).changedAt) ? gone : []
  const read = await inBatches([...names, ...stay].sort(), AT_ONCE, (name) => {
    const before = known.get(name)
    return !there.has(name)
      ? Promise.resolve(keep(before))
      : readOne(directory, name, before, (changedAt) => isYoung(changedAt) && { kept: keep(before) })
  })
  return { files: new Map(read.flatMap((file) => (file ? [[file.name, file]] : []))), unsettled }
}

async function readOne(
  directory: string,
  name: string,
  before: ReadFile | undefined,
  tooYoung: (changedAt: number) => false | { kept: ReadFile | undefined },
): Promise<ReadFile | undefined> {
  const path = join(directory, name)
  try {
    const { size, signature, isFile, changedAt } = statOf(path)
    if (before?.signature === signature) return before
    const young = tooYoung(changedAt)
    if (young) return young.kept
    if (!isFile) return bad(name, signature, 'is not a file')
    if (size > MAX_FILE_BYTES) return bad(name, signature, `has more than ${MAX_FILE_BYTES} bytes`)
    const bytes = await readFile(path)
    if (bytes.length > MAX_FILE_BYTES) return bad(name, signature, `has more than ${MAX_FILE_BYTES} bytes`)
    if (!isUtf8(bytes)) return bad(name, signature, 'is not UTF-8')
    const text = bytes.toString('utf8')
    return { name, signature, content: readFlowText(text), text }
  } catch (error) {
    const { code } = error as { code?: string }
    // It went away while the directory was read.
    if (code === 'ENOENT') return undefined
    return bad(name, `unreadable ${code}`, `cannot be read: ${code ?? String(error)}`)
  }
}

/** Asked directly: a file that is there answers at once, and a thousand of them would crowd the threads that wait. */
function statOf(path: string) {
  const stats = statSync(path, { bigint: true })
  const { ino, size, mtimeNs, ctimeNs, mtimeMs } = stats
  const signature = `${ino} ${size} ${mtimeNs} ${ctimeNs}`
  return { size, signature, isFile: stats.isFile(), changedAt: Number(mtimeMs) }
}

function bad(name: string, signature: string, message: string): ReadFile {
  return { name, signature, content: { error: { message } }, text: '' }
}
