import { join } from 'node:path'
import type { FlowWarning } from '@signalbox/protocol/flow'
import { oneLine } from '../terminal/plain-text.js'
import type { Screen } from '../terminal/screen.js'
import { table } from '../terminal/table.js'
import type { FileError, Flows } from './flow-api.js'

type Look = Pick<Screen, 'paint' | 'width'>

/** The triggers as a table, then what is wrong and what to do about it. */
export function flowLines(flows: Flows, look: Look): string[] {
  const { triggers, files, storage_path: folder } = flows
  const bad = files.flatMap(({ error }) => (error === undefined ? [] : badFileLine(error, folder)))
  const blocks = [
    stateLines(flows),
    triggers.length === 0 ? (bad.length === 0 ? [beginLine(folder)] : []) : rows(flows, look),
    flows.warnings.map((warning) => look.paint('yellow', warningLine(warning))),
    bad.length === 0
      ? []
      : [
          ...bad.map((line) => look.paint('red', line)),
          `${bad.length === 1 ? 'This file is' : 'These files are'} off until mended; saving is enough, and the others go on.`,
        ],
  ]
  return blocks
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
}

/** Where it is, and what is wrong there. */
export function badFileLine({ file, line, column, message }: FileError, folder: string): string {
  const at = [line, column].filter((one) => one !== undefined)
  return `${[oneLine(join(folder, file)), ...at].join(':')}: ${oneLine(message)}`
}

export function warningLine({ trigger_id, message }: FlowWarning): string {
  return `${oneLine(trigger_id)}: ${oneLine(message)}`
}

function stateLines({ state }: Flows): string[] {
  return state === 'off'
    ? ['Flows are off. Switch them on with "flows": {"enabled": true} in config.json.']
    : []
}

function beginLine(folder: string): string {
  return `There are no triggers yet. Put a YAML file into ${oneLine(folder)}, or: signalbox flows import FILE`
}

function rows({ triggers, bindings_by_trigger_id: bindings }: Flows, { paint, width }: Look): string[] {
  const cells = triggers.map(({ id, label, event_type, where = {} }) => [
    oneLine(id),
    oneLine(event_type),
    Object.entries(where)
      .map(([key, value]) => oneLine(`${key}=${value}`))
      .join(', '),
    (bindings[id] ?? []).map(({ activity_id }) => oneLine(activity_id)).join(', ') || '–',
    oneLine(label ?? ''),
  ])
  const columns = [
    { title: 'TRIGGER', shrinksTo: 8, draw: (padded: string) => paint('cyan', padded) },
    { title: 'EVENT', shrinksTo: 8 },
    { title: 'WHERE', shrinksTo: 8 },
    { title: 'ACTIVITIES', shrinksTo: 12 },
    { title: 'LABEL', shrinksTo: 6 },
  ]
  return table(columns, cells, width(), paint)
}
