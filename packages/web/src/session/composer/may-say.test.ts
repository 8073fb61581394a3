import type { SessionStatus } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { sessionMeta } from '../../board/session-meta.fixture.js'
import { maySay } from './may-say.js'

const live = { state: 'live' } as const
const running = { state: 'running' } as const
const paused = { state: 'paused' } as const
const driven = (status: SessionStatus, more = {}) => sessionMeta('s', { origin: 'driven', status, ...more })

describe('what may be said', () => {
  it('is a prompt to an agent without work, also to one that broke', () => {
    for (const status of ['inactive', 'ready', 'error'] as const)
      expect(maySay(driven(status), live, running)).toEqual({ how: 'prompt', stop: false })
  })

  it('steers an agent at work, which can be stopped', () => {
    for (const status of ['running', 'waiting'] as const)
      expect(maySay(driven(status), live, running)).toEqual({ how: 'steer', stop: true })
  })

  it('is nothing while the agent comes or goes', () => {
    expect(maySay(driven('activating'), live, running)).toMatchObject({ how: 'not now', stop: false })
    expect(maySay(driven('deactivating'), live, running)).toMatchObject({ how: 'not now' })
  })

  it('is no prompt where no turn starts: it says why, and what would change that', () => {
    for (const status of ['inactive', 'ready', 'error'] as const) {
      expect(maySay(driven(status, { paused: true }), live, running)).toEqual({
        how: 'not now',
        why: 'Paused: no new turns start here.',
        stop: false,
        lever: 'resume',
      })
      expect(maySay(driven(status, { archived: true, paused: true }), live, running)).toMatchObject({
        lever: 'unarchive',
      })
      const all = maySay(driven(status), live, paused)
      expect(all).toMatchObject({ how: 'not now', why: expect.stringContaining('gateway is paused') })
      expect(all).not.toHaveProperty('lever')
    }
  })

  it('still steers and stops what runs, whatever is paused', () => {
    for (const status of ['running', 'waiting'] as const)
      expect(maySay(driven(status, { paused: true, archived: true }), live, paused)).toEqual({
        how: 'steer',
        stop: true,
      })
  })

  it('is nothing without a connection', () => {
    expect(maySay(driven('ready'), { state: 'reconnecting' }, running)).toMatchObject({
      how: 'not now',
      why: expect.stringContaining('Not connected'),
    })
  })

  it('is nothing to an agent in a terminal: it says which', () => {
    const process = { pid: 7, tmuxPane: '%5', host: 'ada-mac' }
    const session = sessionMeta('s', { origin: 'observed', agentType: 'codex', status: 'running', process })
    expect(maySay(session, live, running)).toEqual({
      how: 'never',
      stop: false,
      why: 'codex runs in its own terminal (tmux pane %5, process 7, on ada-mac). Speak to it there; what it asks you can answer here.',
    })
    expect(
      maySay(sessionMeta('s', { origin: 'observed', agentType: 'unknown' }), live, running),
    ).toMatchObject({
      why: expect.stringMatching(/^This agent runs in its own terminal\. /),
    })
  })
})
