import { expectTypeOf, it } from 'vitest'
import type { Message } from './replies.js'

it('holds a message to the fields of its row', () => {
  expectTypeOf<{ type: 'ping'; ts: number }>().toExtend<Message<'ping'>>()
  expectTypeOf<{ type: 'get_events'; sessionId: string; limit: number }>().toExtend<Message<'get_events'>>()
  expectTypeOf<{ type: 'rename_session'; sessionId: string }>().not.toExtend<Message<'rename_session'>>()
  expectTypeOf<{ type: 'ping'; ts: string }>().not.toExtend<Message<'ping'>>()
})
