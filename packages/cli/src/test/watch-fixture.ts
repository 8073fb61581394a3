import type { RequestEntry } from '@signalbox/protocol'
import { emptyModel, type Happening, told, type WatchModel } from '../watch/model.js'
import type { Line } from '../watch/palette.js'
import type { WatchEntry } from '../watch/watch-entry.js'
import { lineText } from '../watch/wrap-line.js'

export const NOW = 1_800_000_000_000
export const HERE = { host: 'box', home: '/home/ada' }

/** A session that has been at something for so many seconds. */
export function entry(name: string, state: WatchEntry['state'], seconds = 10, more: object = {}): WatchEntry {
  return {
    sessionId: `id-of-${name}`,
    state,
    since: NOW - seconds * 1000,
    agent: 'claude',
    cwd: `/home/ada/${name}`,
    host: 'box',
    ...more,
  }
}

export function permission(name: string, command: string): RequestEntry {
  return request(name, 'permission', {
    toolName: 'Bash',
    description: command,
    args: { command },
  })
}

export function question(name: string, questions: object[]): RequestEntry {
  return request(name, 'question', { questions })
}

function request(name: string, kind: RequestEntry['kind'], data: object): RequestEntry {
  const requestId = `req-of-${name}`
  return {
    requestId,
    sessionId: `id-of-${name}`,
    kind,
    turnId: null,
    since: NOW,
    status: 'pending',
    data: { requestId, ...data },
  }
}

/** A view of so many columns and rows in which this happened, long enough ago to have been seen. */
export function modelWith(
  entries: readonly WatchEntry[],
  {
    requests = [],
    columns = 100,
    rows = 24,
  }: { requests?: RequestEntry[]; columns?: number; rows?: number } = {},
): WatchModel {
  const happenings: Happening[] = [
    { of: 'list', entries },
    { of: 'requests', requests },
  ]
  return happenings.reduce(
    (model, happening) => told(model, happening, NOW - 60_000),
    emptyModel({ columns, rows }, HERE),
  )
}

export function textOf(lines: readonly Line[]): string {
  return lines.map((line) => lineText(line).trimEnd()).join('\n')
}
