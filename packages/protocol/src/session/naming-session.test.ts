import { describe, expect, it } from 'vitest'
import { emptyState, type SessionState } from './state.js'
import { commanded, dataOf, happens, META, tell, types } from './story.fixture.js'

const UNNAMED = emptyState({ ...META, origin: 'driven', status: 'ready' })
const prompt = (content: string) => happens('user_message', { content, via: 'ws' })
const turn = (content: string, end = happens('turn_complete')) => [
  commanded('turn_started'),
  prompt(content),
  end,
]
const title = (name: unknown) => happens('thread.name_complete', { name: name as string })
const nameOf = (state: SessionState) => [state.meta.name, state.namedBy]

describe('a session without a name', () => {
  it('is named after its first prompt when its first turn ends; lists hear it once', () => {
    const { events, state } = tell(turn('fix the login. Now!'), UNNAMED)
    expect(events.map(({ type }) => type).slice(-6)).toEqual([
      'turn_complete',
      'session_state',
      'thread.name_delta',
      'thread.name_complete',
      'watch_state',
      'session_updated',
    ])
    expect(dataOf(events, 'thread.name_delta')).toEqual([{ delta: 'Fix the login. Now' }])
    expect(dataOf(events, 'thread.name_complete')).toEqual([{ name: 'Fix the login. Now', by: 'prompt' }])
    expect(events.at(-1)?.data?.session).toMatchObject({ name: 'Fix the login. Now', status: 'ready' })
    expect(nameOf(state)).toEqual(['Fix the login. Now', 'prompt'])
    expect(types(tell(turn('another'), state).events)).not.toContain('thread.name_complete')
  })

  it('is named when the turn breaks or is stopped, too', () => {
    for (const end of [
      happens('turn_error', { message: 'm', code: 'AGENT_ERROR' }),
      happens('turn_complete', { stopReason: 'user_stopped' }),
      happens('session_state', { state: 'inactive' }),
    ]) {
      expect(nameOf(tell(turn('fix it', end), UNNAMED).state)).toEqual(['Fix it', 'prompt'])
    }
  })

  it('stays without when nothing was said, and when it broke before a turn', () => {
    expect(nameOf(tell(turn(' \u200b'), UNNAMED).state)).toEqual([null, null])
    expect(nameOf(tell([commanded('turn_started'), happens('turn_complete')], UNNAMED).state)).toEqual([
      null,
      null,
    ])
    const broken = [prompt('fix it'), happens('turn_error', { message: 'm', code: 'AGENT_ERROR' })]
    expect(nameOf(tell(broken, UNNAMED).state)).toEqual([null, null])
  })

  it('is named later when the first prompt comes later', () => {
    const { state } = tell([...turn(''), ...turn('fix it')], UNNAMED)
    expect(nameOf(state)).toEqual(['Fix it', 'prompt'])
    expect(state.firstPrompt).toBe('fix it')
  })

  it('that is watched is named as well', () => {
    const { state } = tell([prompt('fix it'), happens('turn_complete')], emptyState(META))
    expect(nameOf(state)).toEqual(['Fix it', 'prompt'])
  })
})

describe('the title of an agent', () => {
  it('is taken, cleaned, and told to lists', () => {
    const { events, state } = tell([title(' Fix\nlogin ')], UNNAMED)
    expect(events.map(({ type }) => type)).toEqual(['thread.name_complete', 'watch_state', 'session_updated'])
    expect(dataOf(events, 'thread.name_complete')).toEqual([{ name: 'Fix login', by: 'agent' }])
    expect(nameOf(state)).toEqual(['Fix login', 'agent'])
    expect(nameOf(tell([title('Better')], state).state)).toEqual(['Better', 'agent'])
  })

  it('says nothing when it is the name already, or none', () => {
    const { state } = tell([title('Fix login')], UNNAMED)
    for (const same of ['Fix login', ' Fix  login', '', '\u200b', null, {}]) {
      expect(tell([title(same)], state).events).toEqual([])
    }
  })

  it('counts for more than the prompt', () => {
    const named = tell(turn('fix it'), UNNAMED).state
    expect(nameOf(tell([title('Login')], named).state)).toEqual(['Login', 'agent'])
    const titled = tell([title('Login'), ...turn('fix it')], UNNAMED)
    expect(nameOf(titled.state)).toEqual(['Login', 'agent'])
  })

  it('counts for less than what a person chose', () => {
    const renamed = tell([commanded('session_updated', { name: 'Mine' })], UNNAMED).state
    const created = tell([happens('session_created')], emptyState({ ...META, name: 'Mine' })).state
    for (const state of [renamed, created]) {
      expect(nameOf(state)).toEqual(['Mine', 'person'])
      const delta = happens('thread.name_delta', { delta: 'Th' })
      expect(tell([delta, title('Theirs')], state).events).toEqual([])
      expect(
        nameOf(tell(turn('fix it'), { ...state, meta: { ...state.meta, origin: 'driven' } }).state),
      ).toEqual(['Mine', 'person'])
    }
  })

  it('may be told piece by piece', () => {
    const { events } = tell([happens('thread.name_delta', { delta: 'Lo' })], UNNAMED)
    expect(types(events)).toEqual(['thread.name_delta'])
  })
})

it('a person renames what was named before them', () => {
  const { state } = tell([title('Login'), commanded('session_updated', { name: 'Mine' })], UNNAMED)
  expect(nameOf(state)).toEqual(['Mine', 'person'])
  const other = tell([commanded('session_updated', { cwd: '/x' })], UNNAMED)
  expect(nameOf(other.state)).toEqual([null, null])
})
