import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { NewId } from '@signalbox/protocol'

/** The folders of sessions that were made without one. */
export class Workspaces {
  readonly #root: string
  readonly #newId: NewId

  constructor(root: string, newId: NewId) {
    this.#root = root
    this.#newId = newId
  }

  /** A new, empty folder. */
  async create(): Promise<string> {
    const path = join(this.#root, this.#newId())
    await mkdir(path, { recursive: true, mode: 0o700 })
    return path
  }

  /** Removes a folder made here; any other is the person's own and stays. */
  async remove(path: string | null): Promise<void> {
    if (path !== null && dirname(path) === this.#root) await rm(path, { recursive: true, force: true })
  }
}
