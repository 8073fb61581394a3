import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that is to be written, or removed (null). */
export interface FileChange {
  name: string
  text: string | null
}

/** What a file is called until it is whole; hidden, so that nobody reads it. */
const TEMPORARY = /^\..*\.[0-9a-f]{12}\.tmp$/
/** A disk takes many files at once in little more time than one. */
const AT_ONCE = 16

export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name)
}

/**
 * Changes files, each as a whole or not at all. Everything that is to be written is on disk under another name before
 * the first file is replaced; what is removed goes last. All of it is on disk when this resolves. Only the owner of what
 * is written can read it.
 */
export async function changeFiles(directory: string, changes: readonly FileChange[]): Promise<void> {
  const written = changes.filter((change): change is { name: string; text: string } => change.text !== null)
  const ready = written.map(({ name, text }) => {
    const temporary = join(directory, `.${name}.${randomBytes(6).toString('hex')}.tmp`)
    return { temporary, path: join(directory, name), text }
  })
  try {
    await inBatches(ready, AT_ONCE, ({ temporary, text }) => writeNew(temporary, text))
    for (const { temporary, path } of ready) await rename(temporary, path)
    for (const { name, text } of changes) if (text === null) await rm(join(directory, name), { force: true })
    await syncDirectory(directory)
  } catch (error) {
    await inBatches(ready, AT_ONCE, ({ temporary }) => rm(temporary, { force: true }))
    throw error
  }
}

/** Does something with each, so many at a time. */
export async function inBatches<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += size) {
    results.push(...(await Promise.all(items.slice(from, from + size).map(work))))
  }
  return results
}

async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Names given and taken are on disk only once their directory is. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
