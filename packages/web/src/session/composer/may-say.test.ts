import type { SessionStatus } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { sessionMeta } from '../../board/session-meta.fixture.js'
import { maySay } from './may-say.js'

const live = { state: 'live' } as const
const driven = (status: SessionStatus) => sessionMeta('s', { origin: 'driven', status })

describe('what may be said', () => {
  it('is a prompt to an agent without work, also to one that broke', () => {
    for (const status of ['inactive', 'ready', 'error'] as const)
      expect(maySay(driven(status), live)).toEqual({ how: 'prompt', stop: false })
  })

  it('steers an agent at work, which can be stopped', () => {
    for (const status of ['running', 'waiting'] as const)
      expect(maySay(driven(status), live)).toEqual({ how: 'steer', stop: true })
  })

  it('is nothing while the agent comes or goes', () => {
    expect(maySay(driven('activating'), live)).toMatchObject({ how: 'not now', stop: false })
    expect(maySay(driven('deactivating'), live)).toMatchObject({ how: 'not now' })
  })

  it('is nothing without a connection', () => {
    expect(maySay(driven('ready'), { state: 'reconnecting' })).toMatchObject({
      how: 'not now',
      why: expect.stringContaining('Not connected'),
    })
  })

  it('is nothing to an agent in a terminal: it says which', () => {
    const process = { pid: 7, tmuxPane: '%5', host: 'ada-mac' }
    const session = sessionMeta('s', { origin: 'observed', agentType: 'codex', status: 'running', process })
    expect(maySay(session, live)).toEqual({
      how: 'never',
      stop: false,
      why: 'codex runs in its own terminal (tmux pane %5, process 7, on ada-mac). Speak to it there; what it asks you can answer here.',
    })
    expect(maySay(sessionMeta('s', { origin: 'observed', agentType: 'unknown' }), live)).toMatchObject({
      why: expect.stringMatching(/^This agent runs in its own terminal\. /),
    })
  })
})
