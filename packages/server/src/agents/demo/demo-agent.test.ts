import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answering, isEnd, play, startDemo } from './testing.js'

const ALL = 'demo:all'
const STOPPED = { type: 'turn_complete', data: { stopReason: 'user_stopped' } }
/** What comes to pass in the agent's own time is through after a few turns of the event loop. */
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}
/** When something is done to the agent: while it speaks, right after, or while it sleeps. */
const MOMENTS = ['speaking', 'spoken', 'asleep'] as const
type Moment = (typeof MOMENTS)[number]

/** Plays a prompt up to its nth happening and does something then. */
async function actAt(prompt: string, index: number, moment: Moment, act: 'interrupt' | 'close') {
  const played = await startDemo()
  const { agent, ear, pace } = played
  const answer = answering(agent)
  let acted: Promise<void> | undefined
  const reached = new Promise<void>((resolve) => {
    ear.during = (happening, at) => {
      answer(happening)
      if (at !== index) return
      if (moment === 'speaking') acted = agent[act]()
      if (moment === 'asleep') pace.held = true
      resolve()
    }
  })
  await agent.prompt(prompt)
  await reached
  if (moment === 'asleep') await settled()
  acted ??= agent[act]()
  const heard = ear.heard.length
  await acted
  return { ...played, heard }
}

describe('a prompt', () => {
  it('that names no scenario is answered with itself', async () => {
    const { ear } = await play('Fix the bug in main.rs')
    expect(ear.text()).toContain('“Fix the bug in main.rs”')
    expect(ear.text()).toContain('demo agent')
    expect(ear.of('text_delta').length).toBeGreaterThan(5)
    expect(ear.heard.map(({ type }) => type)).toEqual([
      ...ear.of('text_delta').map(() => 'text_delta'),
      'turn_complete',
    ])
    expect((await play('x'.repeat(5000))).ear.text()).toContain(`“${'x'.repeat(200)}…”`)
  })

  it('that names one there is not is told which there are', async () => {
    const { ear } = await play('demo:foo')
    expect(ear.text()).toContain('no such scenario as “foo”')
    expect(ear.text()).toContain('tool-error, permission, question')
    expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_complete', data: {} })
  })

  it('is refused while a turn runs, which goes on', async () => {
    const { agent, ear, pace } = await startDemo()
    pace.held = true
    await agent.prompt('demo:text')
    await expect(agent.prompt('demo:ui')).rejects.toMatchObject({ kind: 'turnInProgress' })
    await agent.interrupt()
    expect(ear.heard.filter(isEnd)).toHaveLength(1)
  })

  it('is taken from the moment the end of the last is said', async () => {
    const { agent, ear } = await startDemo()
    const next: Promise<void>[] = []
    const both = new Promise<void>((resolve) => {
      ear.during = (happening) => {
        if (!isEnd(happening)) return
        if (next.length === 0) next.push(agent.prompt('demo:tools'))
        else resolve()
      }
    })
    await agent.prompt('demo:tools')
    await both
    await Promise.all(next)
    const ids = ear.of('tool_call').map(({ data }) => data.toolCallId)
    expect(ids).toEqual(['tc-1', 'tc-2', 'tc-3', 'tc-4'])
  })

  it('is refused by an agent that crashed or was closed', async () => {
    const crashed = await play('demo:crash')
    expect(crashed.ear.went).toContain('demo:crash')
    await expect(crashed.agent.prompt('hello')).rejects.toMatchObject({ kind: 'agentUnavailable' })
    const closed = await startDemo()
    await closed.agent.close()
    await expect(closed.agent.prompt('hello')).rejects.toMatchObject({ kind: 'agentUnavailable' })
  })

  it('is taken again after an error', async () => {
    const { agent, ear } = await play('demo:error')
    expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_error', data: { code: 'AGENT_ERROR' } })
    await agent.prompt('hello')
    await settled()
    expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_complete' })
  })
})

it('crashes in the middle of a sentence and of a call', async () => {
  const { ear } = await play('demo:crash')
  expect(ear.heard.filter(isEnd)).toEqual([])
  expect(ear.of('tool_call_start')).toHaveLength(1)
  expect(ear.of('tool_call')).toEqual([])
  expect(ear.text()).toMatch(/\w$/)
})

describe('an interrupt', () => {
  it('ends the turn at once, wherever it is', async () => {
    const { length } = (await play(ALL)).ear.heard
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 2), fc.constantFrom(...MOMENTS), async (index, moment) => {
        const { agent, ear, pace, heard } = await actAt(ALL, index, moment, 'interrupt')
        expect(ear.heard).toHaveLength(heard)
        expect(ear.heard.at(-1)).toMatchObject(STOPPED)
        await settled()
        expect(ear.heard).toHaveLength(heard)
        expect(ear.heard.filter(isEnd)).toHaveLength(1)
        expect(pace.open).toBe(0)
        await agent.close()
      }),
      { numRuns: 150 },
    )
  })

  it.each(['demo:permission', 'demo:question'])('ends the wait of %s', async (prompt) => {
    const { agent, ear } = await startDemo()
    await agent.prompt(prompt)
    await settled()
    expect(ear.heard.at(-1)?.type).toMatch(/_requested$/)
    await agent.interrupt()
    expect(ear.heard.at(-1)).toMatchObject(STOPPED)
    const requestId = String(ear.heard.at(-2)?.data.requestId)
    agent.respond(requestId, { kind: 'closed', reason: 'withdrawn' })
    await settled()
    expect(ear.heard.at(-1)).toMatchObject(STOPPED)
  })

  it.each(['demo:long', 'demo:text'])(
    'of %s does not wait for a listener that has no room',
    async (prompt) => {
      const { agent, ear } = await startDemo()
      ear.during = () => new Promise(() => {})
      await agent.prompt(prompt)
      await settled()
      expect(ear.heard).toHaveLength(1)
      await agent.interrupt()
      expect(ear.heard.at(-1)).toMatchObject(STOPPED)
      await agent.close()
    },
  )

  it('without a turn does nothing', async () => {
    const { agent, ear } = await play('hello')
    const before = ear.heard.length
    await agent.interrupt()
    expect(ear.heard).toHaveLength(before)
  })

  it('leaves the agent ready for the next prompt', async () => {
    const { agent, ear } = await actAt(ALL, 40, 'speaking', 'interrupt')
    await agent.prompt('hello again')
    await settled()
    expect(ear.text()).toContain('“hello again”')
    expect(ear.heard.filter(isEnd)).toHaveLength(2)
  })
})

it('says nothing after it was closed, and leaves no timer, wherever it was', async () => {
  const { length } = (await play(ALL)).ear.heard
  await fc.assert(
    fc.asyncProperty(fc.nat(length - 2), fc.constantFrom(...MOMENTS), async (index, moment) => {
      const { agent, ear, pace } = await actAt(ALL, index, moment, 'close')
      const after = ear.heard.length
      agent.respond('perm-1', { kind: 'permission', approved: true })
      await agent.interrupt()
      await expect(agent.steer?.('hello')).rejects.toMatchObject({ kind: 'noActiveTurn' })
      await settled()
      expect(ear.heard).toHaveLength(after)
      expect(ear.heard.filter(isEnd)).toEqual([])
      expect(ear.went).toBeUndefined()
      expect(pace.open).toBe(0)
    }),
    { numRuns: 100 },
  )
})

describe('a steer', () => {
  it('is quoted once, wherever it comes, and everything is played all the same', async () => {
    const plain = (await play(ALL)).ear
    await fc.assert(
      fc.asyncProperty(fc.nat(plain.heard.length - 2), async (index) => {
        const { agent, ear } = await startDemo()
        const answer = answering(agent)
        ear.during = async (happening, at) => {
          answer(happening)
          if (at === index) await agent.steer?.('leave the tests')
        }
        await agent.prompt(ALL)
        await ear.ended
        const isQuote = ({ data }: { data: { text?: unknown } }) =>
          String(data.text).includes('“leave the tests”')
        expect(ear.heard.filter(isQuote)).toHaveLength(1)
        const rest = ear.heard.filter((happening) => !isQuote(happening))
        expect(rest.map(({ type, data }) => ({ type, data }))).toEqual(
          plain.heard.map(({ type, data }) => ({ type, data })),
        )
        await agent.close()
      }),
      { numRuns: 100 },
    )
  })

  it('comes with the next piece of text, in order', async () => {
    const { agent, ear } = await startDemo()
    ear.during = async (_happening, at) => {
      if (at === 3) await Promise.all([agent.steer?.('first'), agent.steer?.('second')])
    }
    await agent.prompt('demo:text')
    await ear.ended
    expect(ear.heard[4]?.data.text).toContain('“first”')
    expect(ear.heard[5]?.data.text).toContain('“second”')
  })

  it('never comes between the lines of a block', async () => {
    const block = /```spec\n[\s\S]*?\n```\n/
    const [expected] = (await play('demo:ui')).ear.text().match(block) ?? []
    expect(expected).toBeDefined()
    const { agent, ear } = await startDemo()
    ear.during = ({ data }) => String(data.text).includes('Steered') || agent.steer?.('now').catch(() => {})
    await agent.prompt('demo:ui')
    await ear.ended
    expect(ear.text().match(block)?.[0]).toBe(expected)
    const quotes = ear.heard.filter(({ data }) => String(data.text).includes('“now”'))
    expect(quotes).toHaveLength(ear.heard.length - quotes.length - 1)
  })

  it('is refused without a turn, also while the end is being said', async () => {
    const { agent, ear } = await startDemo()
    await expect(agent.steer?.('hello')).rejects.toMatchObject({ kind: 'noActiveTurn' })
    let refused: Promise<unknown> | undefined
    ear.during = (happening) => {
      if (isEnd(happening))
        refused = expect(agent.steer?.('x')).rejects.toMatchObject({ kind: 'noActiveTurn' })
    }
    await agent.prompt('demo:usage')
    await ear.ended
    await refused
    expect(refused).toBeDefined()
  })

  it('is heard before an error too', async () => {
    const { agent, ear } = await startDemo()
    ear.during = async (_happening, at) => {
      if (at === 4) await agent.steer?.('wait')
    }
    await agent.prompt('demo:error')
    await ear.ended
    expect(ear.text()).toContain('“wait”')
    expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_error' })
  })
})

describe('the mode', () => {
  it('is told once where it is not implement', async () => {
    for (const mode of ['plan', 'ideate', 'high_agency'] as const) {
      const text = (await play('demo:thinking demo:text', { mode })).ear.text()
      expect(text.split(`[${mode} mode]`)).toHaveLength(2)
      expect(text.startsWith(`[${mode} mode]`)).toBe(true)
    }
    expect((await play(ALL)).ear.text()).not.toContain(' mode]')
  })

  it('can be switched, from the next turn on', async () => {
    const { agent, ear } = await play('hello')
    await agent.switchMode?.('plan')
    await agent.prompt('hello')
    await settled()
    expect(ear.text()).toContain('[plan mode]')
    await agent.switchMode?.('implement')
    const before = ear.text().length
    await agent.prompt('hello')
    await settled()
    expect(ear.text().slice(before)).not.toContain('mode]')
  })
})

describe('a listener that fails', () => {
  it('once is told that the agent failed', async () => {
    const { agent, ear } = await startDemo()
    ear.during = (_happening, at) => (at === 3 ? Promise.reject(new Error('disk full')) : undefined)
    await agent.prompt('demo:text')
    await ear.ended
    expect(ear.heard.at(-1)).toMatchObject({
      type: 'turn_error',
      data: { code: 'AGENT_ERROR', message: 'The demo agent failed: disk full' },
    })
  })

  it('always leaves the agent in order', async () => {
    const { agent, ear } = await startDemo()
    ear.during = () => Promise.reject(new Error('disk full'))
    await agent.prompt('demo:text')
    await settled()
    expect(ear.heard).toHaveLength(2)
    ear.during = () => {}
    await agent.prompt('hello')
    await settled()
    expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_complete' })
  })
})
