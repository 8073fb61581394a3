import { describe, expect, it } from 'vitest'
import { TRIGGER } from '../flows.fixture.js'
import { isSameTrigger, saveTrigger } from './save-trigger.js'

const { bindings, ...bare } = TRIGGER

/** A gateway with these triggers; the first so many writes come too late. */
function gateway({ triggers = [bare], late = 0 }: { triggers?: object[]; late?: number } = {}) {
  const sent: { method: string; path: string; match: string | undefined; body: unknown }[] = []
  let version = 1
  const send: typeof fetch = async (path, init) => {
    const headers = init?.headers as Record<string, string>
    if (init?.method === 'GET')
      return Response.json(
        { version: 1, triggers, bindings_by_trigger_id: { [bare.id]: bindings } },
        { headers: { etag: `"${version}"` } },
      )
    sent.push({
      method: init?.method ?? '',
      path: String(path),
      match: headers['if-match'],
      body: JSON.parse(String(init?.body)),
    })
    version += 1
    if (sent.length <= late) return Response.json({ detail: 'Stale.' }, { status: 412 })
    return Response.json({ trigger: TRIGGER })
  }
  return { send, sent }
}

describe('a trigger', () => {
  const changed = { ...TRIGGER, label: 'Plans' }

  it('is saved against the version that was looked at', async () => {
    const { send, sent } = gateway()
    expect(await saveTrigger(changed, TRIGGER, send)).toMatchObject({ kind: 'done' })
    const { id, ...body } = changed
    expect(sent).toEqual([{ method: 'PUT', path: `/api/flow/triggers/${id}`, match: '"1"', body }])
  })

  it('is saved when only others were changed meanwhile', async () => {
    const { send, sent } = gateway({ late: 2 })
    expect(await saveTrigger(changed, TRIGGER, send)).toMatchObject({ kind: 'done' })
    expect(sent.map(({ match }) => match)).toEqual(['"1"', '"2"', '"3"'])
  })

  it('is given up where others never stop saving', async () => {
    const { send, sent } = gateway({ late: 100 })
    expect(await saveTrigger(changed, TRIGGER, send)).toMatchObject({ kind: 'refused', status: 412 })
    expect(sent).toHaveLength(5)
  })

  it('is not written over a newer one, unless that is wished', async () => {
    const { send, sent } = gateway({ triggers: [{ ...bare, label: 'Theirs' }] })
    expect(await saveTrigger(changed, TRIGGER, send)).toMatchObject({
      kind: 'changed',
      theirs: { label: 'Theirs' },
    })
    expect(await saveTrigger(changed, null, send)).toMatchObject({ kind: 'changed' })
    expect(sent).toEqual([])
    expect(await saveTrigger(changed, undefined, send)).toMatchObject({ kind: 'done' })
  })

  it('that somebody deleted is not made again unasked', async () => {
    const { send } = gateway({ triggers: [] })
    expect(await saveTrigger(changed, TRIGGER, send)).toEqual({ kind: 'changed', theirs: null })
    expect(await saveTrigger(changed, null, send)).toMatchObject({ kind: 'done' })
  })
})

it('is the same in whatever order it is written', () => {
  const { id, label = '', ...rest } = TRIGGER
  expect(isSameTrigger({ label, ...rest, id }, TRIGGER)).toBe(true)
  expect(isSameTrigger(TRIGGER, null)).toBe(false)
  expect(isSameTrigger({ ...TRIGGER, bindings: [...bindings, ...bindings] }, TRIGGER)).toBe(false)
})
