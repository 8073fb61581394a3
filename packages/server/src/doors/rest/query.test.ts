import { SignalboxError } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { flag, integer, readQuery, text, word } from './query.js'

const READERS = { limit: integer(1, 1000), archived: flag, status: word(['open', 'done']), session: text }

describe('readQuery', () => {
  it('reads what is given and leaves out what is not', () => {
    expect(readQuery({ limit: '10', archived: 'true' }, READERS)).toEqual({ limit: 10, archived: true })
    expect(readQuery({ status: 'done', session: 'Codex 1' }, READERS)).toEqual({
      archived: false,
      status: 'done',
      session: 'Codex 1',
    })
    expect(readQuery({}, READERS)).toEqual({ limit: undefined, archived: false })
  })

  it.each<[Record<string, string | string[]>, string]>([
    [{ limit: '0' }, 'limit'],
    [{ limit: '1001' }, 'limit'],
    [{ limit: '' }, 'limit'],
    [{ limit: '-1' }, 'limit'],
    [{ limit: '1.5' }, 'limit'],
    [{ limit: '1e2' }, 'limit'],
    [{ limit: ' 1' }, 'limit'],
    [{ limit: '99999999999999999999' }, 'limit'],
    [{ limit: ['1', '2'] }, 'limit'],
    [{ archived: '1' }, 'archived'],
    [{ archived: '' }, 'archived'],
    [{ status: 'Done' }, 'status'],
    [{ status: '' }, 'status'],
    [{ status: 'toString' }, 'status'],
    [{ session: '' }, 'session'],
    [{ Limit: '1' }, 'Limit'],
    [{ constructor: '1' }, 'constructor'],
  ])('refuses %j and names it', (query, field) => {
    const attempt = () => readQuery(query, READERS)
    expect(attempt).toThrow(SignalboxError)
    expect(attempt).toThrow(expect.objectContaining({ kind: 'invalidMessage', field }))
  })
})
