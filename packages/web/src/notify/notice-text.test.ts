import { expect, it } from 'vitest'
import { sessionMeta } from '../board/session-meta.fixture.js'
import type { NeedItem } from '../needs/need-list.js'
import { permissionEntry, questionEntry } from '../needs/request-entry.fixture.js'
import { noticeText } from './notice-text.js'

const session = sessionMeta('s1', { name: 'Release', agentType: 'claude', cwd: '/home/ada/shop' })
const request = (entry: ReturnType<typeof permissionEntry>): NeedItem => ({
  kind: 'request',
  key: 'k',
  since: 1,
  entry,
})

it('says what is asked and by whom', () => {
  expect(noticeText(request(permissionEntry({ args: { command: 'npm publish' } })), session)).toEqual({
    title: 'claude asks to: Run npm publish in ~/shop',
    body: 'Release',
  })
  expect(noticeText(request(questionEntry([{ id: 'q', text: 'Which?', type: 'text' }])), session).title).toBe(
    'claude asks: Which?',
  )
})

it('says that an agent waits, and gets by without its session', () => {
  const need = { kind: 'input', since: 1, message: 'x' } as const
  const item: NeedItem = { kind: 'waits', key: 'k', since: 1, sessionId: 's1', need }
  expect(noticeText(item, session)).toEqual({ title: 'claude waits for you', body: 'Release' })
  expect(noticeText(item, undefined)).toEqual({ title: 'An agent waits for you', body: '' })
})
