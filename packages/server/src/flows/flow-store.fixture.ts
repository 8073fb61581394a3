import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FLOW_CONFIG_EXAMPLE, type Flow, type FlowConfig } from '@signalbox/protocol/flow'
import { onTestFinished } from 'vitest'
import { tempDir } from '../log/testing.js'
import type { FlowSnapshot } from './flow-snapshot.js'
import { FlowStore } from './flow-store.js'

export const example = () => JSON.parse(JSON.stringify(FLOW_CONFIG_EXAMPLE)) as FlowConfig
export const flow = (id: string, more: Partial<Flow> = {}): Flow => ({
  id,
  event_type: 'notify_event',
  ...more,
})
export const configWith = (...ids: string[]): FlowConfig => ({
  version: 1,
  triggers: ids.map((id) => flow(id)),
  bindings_by_trigger_id: {},
})

interface Line {
  level: string
  message: string
  fields: object
}

/** A store on a directory of its own; `files` are there before it opens. Far between looks: nothing happens by chance. */
export async function openStore(
  files: Record<string, string> = {},
  options: { pollMs?: number; directory?: string } = {},
) {
  const { pollMs = 3_600_000, directory = join(tempDir(), 'flows') } = options
  const lines: Line[] = []
  const entry =
    (level: string) =>
    (message: string, fields: object = {}) => {
      lines.push({ level, message, fields })
    }
  if (Object.keys(files).length > 0) mkdirSync(directory, { recursive: true })
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  for (const [name, text] of Object.entries(files)) write(name, text)
  const open = () =>
    FlowStore.open({
      directory,
      pollMs,
      agents: () => ['demo'],
      journal: { warn: entry('warn'), info: entry('info') },
    })
  const store = await open()
  onTestFinished(() => store.close())
  return {
    ...{ store, directory, lines, write, open },
    read: (name: string) => readFileSync(join(directory, name), 'utf8'),
    names: () => readdirSync(directory).sort(),
    ids: () => store.current.config.triggers.map(({ id }) => id),
  }
}

/** The next time flows are as wanted. */
export function becoming(
  store: FlowStore,
  wanted: (snapshot: FlowSnapshot) => boolean,
): Promise<FlowSnapshot> {
  if (wanted(store.current)) return Promise.resolve(store.current)
  return new Promise((resolve) => {
    const stop = store.onChange((snapshot) => {
      if (!wanted(snapshot)) return
      stop()
      resolve(snapshot)
    })
  })
}

export const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { kind?: string }) => error.kind,
  )
