import type { GroupResult } from './operations.js'
import type { Packed } from './packing.js'
import type { Synchronous } from './sqlite/open.js'

/** What both threads of a log are started with. */
export interface ThreadSettings {
  dataDir: string
  synchronous: Synchronous
  /** The file was put back from a backup. */
  restored: boolean
  startedAt: number
  /** The address of the directory the threads are started from. */
  threads?: string
}

export type ToWriter = { kind: 'operations'; operations: Packed } | { kind: 'close'; damaged: boolean }

export type FromWriter =
  | { kind: 'ready'; epoch: string; offset: number; clean: boolean }
  | { kind: 'refused'; failure: string; message: string }
  | ({ kind: 'results'; outcomes: Packed; events: Packed } & Omit<GroupResult, 'outcomes' | 'events'>)

export interface ToReader {
  call: number
  method: string
  args: unknown[]
}

export interface FromReader {
  call: number
  answer: unknown
  error?: string
}
