import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { shellWord } from './hook-command.js'
import { LeftAlone } from './left-alone.js'
import type { Edit } from './plan.js'
import { backupPath, readSettings, targetOf } from './settings-file.js'

export interface WriteOptions {
  now: number
  /** For names of files that are not there yet. */
  randomName: () => string
}

/** A step that was taken, and how to take it back. */
type Undo = () => void

/**
 * Writes all of them or none: everything is laid beside its place first, then renamed into it. The first change of a
 * file keeps its text as a backup. Throws LeftAlone with a sentence; what was done by then is taken back.
 */
export function writeEdits(edits: readonly Edit[], options: WriteOptions): void {
  const undone: Undo[] = []
  try {
    const moves = edits.map((edit) => prepared(edit, options, undone))
    for (const move of moves) move()
  } catch (error) {
    const stuck = undone.reverse().flatMap((undo) => attempt(undo))
    const also =
      stuck.length === 0 ? 'Nothing was changed.' : `This could not be taken back: ${stuck.join(', ')}.`
    if (error instanceof LeftAlone) throw new LeftAlone(`${error.message} ${also}`)
    throw error
  }
}

function prepared({ path, before, after, isFirst }: Edit, options: WriteOptions, undone: Undo[]): () => void {
  const target = targetOf(path)
  const there = guarded(path, () => statSync(target, { throwIfNoEntry: false }))
  if (there && !there.isFile()) throw new LeftAlone(`${path} is no file.`)
  if (there && isReadOnly(target, there.mode))
    throw new LeftAlone(`${path} is read-only; "chmod u+w ${shellWord(target)}" makes it writable.`)
  makeDirectory(dirname(target), undone)
  const like = there ? { mode: there.mode & 0o7777, uid: there.uid, gid: there.gid } : { mode: 0o600 }
  const lay = (place: string, text: string) => {
    undone.push(() => rmSync(place, { force: true }))
    create(place, text, like, path)
  }
  const aside = `${target}.${options.randomName()}.new`
  if (after !== undefined) lay(aside, after)
  if (isFirst && before !== undefined && after !== undefined) lay(backupPath(path, options.now), before)
  return () => {
    if (readSettings(path) !== before)
      throw new LeftAlone(`${path} was changed meanwhile; type the same again.`)
    guarded(path, () => (after === undefined ? rmSync(target) : renameSync(aside, target)))
    undone.push(() => {
      if (before === undefined) return rmSync(target)
      const again = `${target}.${options.randomName()}.new`
      create(again, before, like, path)
      renameSync(again, target)
    })
    if (after === undefined) removeEmpty(dirname(target))
  }
}

interface Like {
  mode: number
  uid?: number
  gid?: number
}

/** A new file with the mode and owner of the one whose place it takes, on the disk when this returns. */
function create(place: string, text: string, { mode, uid, gid }: Like, path: string): void {
  guarded(path, () => {
    const file = openSync(place, 'wx', mode)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    const made = statSync(place)
    if (uid !== undefined && gid !== undefined && (made.uid !== uid || made.gid !== gid))
      chownSync(place, uid, gid)
    chmodSync(place, mode)
  })
}

/** The directories a file needs; those that were made go again when it comes to nothing. */
function makeDirectory(directory: string, undone: Undo[]): void {
  guarded(directory, () => {
    const first = mkdirSync(directory, { recursive: true, mode: 0o700 })
    if (first === undefined) return
    undone.push(() => {
      for (let made = directory; made.startsWith(first); made = dirname(made)) rmdirSync(made)
    })
  })
}

/** A directory that was there for our file alone goes with it. */
function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory)
  } catch {
    // There is something else in it.
  }
}

/** Root may write anything; a file without a bit for writing is not meant to be. */
function isReadOnly(path: string, mode: number): boolean {
  if ((mode & 0o222) === 0) return true
  try {
    accessSync(path, constants.W_OK)
    return false
  } catch {
    return true
  }
}

function guarded<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new LeftAlone(`${path} cannot be written (${code}); give this user access to ${dirname(path)}.`)
  }
}

/** What could not be taken back, if anything. */
function attempt(undo: Undo): string[] {
  try {
    undo()
    return []
  } catch (error) {
    return [String((error as NodeJS.ErrnoException).path ?? error)]
  }
}
