import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNotification } from './read-notification.js'

const toast = { type: 'toast', level: 'error', message: 'x', timestamp: 't', session_id: 's' }
const read = (value: unknown) => readNotification(JSON.stringify(value))

describe('readNotification', () => {
  it('reads what the stream says', () => {
    expect(read({ ...toast, more: 1 })).toEqual(toast)
    expect(read({ ...toast, type: 'attention_raised', level: 'new' })).toMatchObject({ level: 'info' })
  })

  it.each([[{ ...toast, type: 'later' }], [{ ...toast, message: 1 }], [null], ['x'], [[]]])(
    'leaves %j alone',
    (value) => expect(read(value)).toBeUndefined(),
  )

  it('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readNotification(text)))
  })
})
