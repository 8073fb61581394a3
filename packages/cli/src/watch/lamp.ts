import type { WatchState } from '@signalbox/protocol'
import type { StyleName } from './palette.js'
import type { WatchEntry } from './watch-entry.js'

export type LampName = 'needs' | 'waiting' | 'failed' | 'idle' | 'working' | 'stale' | 'gone'

export interface Lamp {
  /** Told apart without colour. */
  shape: string
  word: string
  /** In a count: `2 need you`. */
  counted: string
  style: StyleName
}

/** Every lamp, in the order a person should look at them. */
export const LAMPS: Record<LampName, Lamp> = {
  needs: { shape: '■', word: 'Needs you', counted: 'need you', style: 'needs' },
  waiting: { shape: '▲', word: 'Waiting', counted: 'waiting', style: 'waiting' },
  failed: { shape: '✕', word: 'Failed', counted: 'failed', style: 'failed' },
  idle: { shape: '○', word: 'Idle', counted: 'idle', style: 'soft' },
  working: { shape: '●', word: 'Working', counted: 'working', style: 'working' },
  stale: { shape: '◌', word: 'No news', counted: 'without news', style: 'faint' },
  gone: { shape: '✕', word: 'Gone', counted: 'gone', style: 'faint' },
}

/** The arc that moves in the lamp of one that works. */
const ARC = ['◐', '◓', '◑', '◒']
/** One quarter of the way round: slow enough to call for nobody, and in step with the seconds that are shown. */
export const ARC_MS = 1000

const BY_STATE: Record<WatchState, LampName> = {
  permission: 'needs',
  waiting: 'waiting',
  idle: 'idle',
  busy: 'working',
  stale: 'stale',
  ended: 'gone',
}

/** Which lamp a session lights. One that waits with a request waits for a person. */
export function lampOf({ state, reason, requestId }: WatchEntry): LampName {
  if (state === 'waiting' && requestId !== undefined) return 'needs'
  if (state === 'idle' && reason === 'failed') return 'failed'
  return BY_STATE[state]
}

/** What stands in the lamp: at a moment, where things move; else its shape. */
export function shapeOf(lamp: LampName, moment: number | undefined): string {
  if (lamp !== 'working' || moment === undefined) return LAMPS[lamp].shape
  return ARC[Math.floor(moment / ARC_MS) % ARC.length] ?? LAMPS.working.shape
}
