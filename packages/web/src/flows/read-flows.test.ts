import { describe, expect, it } from 'vitest'
import { ACTIVITIES, EVENT_TYPES, FLOWS, TRIGGER } from './flows.fixture.js'
import { readFlows, triggersOf } from './read-flows.js'

const { bindings, ...bare } = TRIGGER
const bad = { file: 'b.yaml', line: 3, message: 'level is missing' }
const ANSWERS: Record<string, unknown> = {
  '/api/flow/config': { version: 1, triggers: [bare], bindings_by_trigger_id: { 'plan-created': bindings } },
  '/api/flow/files': {
    storage_path: FLOWS.folder,
    state: 'ready',
    files: [
      { file: 'plan-created.yaml', trigger_id: 'plan-created' },
      { file: 'b.yaml', error: bad },
    ],
    warnings: [],
  },
  '/api/flow/activities': ACTIVITIES,
  '/api/flow/event-types': EVENT_TYPES,
}
const answering =
  (answers: Record<string, unknown>): typeof fetch =>
  async (path) =>
    Object.hasOwn(answers, String(path))
      ? Response.json(answers[String(path)])
      : Response.json({ detail: 'Not here.' }, { status: 404 })

describe('flows', () => {
  it('are read whole', async () => {
    expect(await readFlows(answering(ANSWERS))).toEqual({
      kind: 'done',
      value: { ...FLOWS, badFiles: [bad] },
    })
  })

  it.each(Object.keys(ANSWERS))('cannot be shown without %s', async (path) => {
    const { [path]: _missing, ...others } = ANSWERS
    expect(await readFlows(answering(others))).toMatchObject({ kind: 'refused', says: 'Not here.' })
  })

  it('say why they cannot be read', async () => {
    const { '/api/flow/config': _refused, ...others } = ANSWERS
    const files = {
      storage_path: FLOWS.folder,
      state: 'unreadable',
      reason: 'EACCES',
      files: [],
      warnings: [],
    }
    expect(await readFlows(answering({ ...others, '/api/flow/files': files }))).toMatchObject({
      kind: 'done',
      value: { triggers: [], state: 'unreadable', reason: 'EACCES' },
    })
  })

  it('have triggers that set off nothing', () => {
    expect(triggersOf({ triggers: [{ ...bare, id: 'constructor' }], bindings_by_trigger_id: {} })).toEqual([
      { ...bare, id: 'constructor', bindings: [] },
    ])
  })
})
