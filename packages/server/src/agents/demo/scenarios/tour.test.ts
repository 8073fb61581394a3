import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { play, startDemo } from '../testing.js'
import { DEMO_FILE } from './files.js'

const TOUR = 'Repair the cart of the shop (demo:tour)'
const NO = { kind: 'permission', approved: false } as const

describe('the tour', () => {
  it('shows a plan, thoughts, calls, a change, a terminal, what was used and an interface', async () => {
    const { ear } = await play(TOUR)
    const types = new Set(ear.heard.map(({ type }) => type))
    for (const type of [
      ...(['plan_created', 'thinking_complete', 'tool_call', 'tool_result', 'terminal_stream'] as const),
      ...([
        'permission_requested',
        'usage_update',
        'usage_context',
        'file_changed',
        'turn_complete',
      ] as const),
    ])
      expect(types).toContain(type)
    expect(ear.text()).toMatch(/```spec\n[\s\S]+?\n```\n/)
    expect(ear.of('tool_call').map(({ data }) => data.toolName)).toEqual([
      'read_file',
      'grep',
      'edit_file',
      'bash',
      'write_file',
    ])
  })

  it('changes what it has read', async () => {
    const { ear } = await play(TOUR)
    const [read, , edit] = ear.of('tool_call').map(({ data }) => data)
    const result = ear.of('tool_result').find(({ data }) => data.toolCallId === read?.toolCallId)
    const args = edit?.args as { old_string: string; new_string: string }
    expect(result?.data.output).toContain(args.old_string)
    expect(args.new_string).not.toBe(args.old_string)
  })

  it('does every step of its plan, in order', async () => {
    const { ear } = await play(TOUR)
    const steps = ear.of('plan_created').flatMap(({ data }) => data.steps as { id: string }[])
    expect(ear.of('plan_step_started').map(({ data }) => data.stepId)).toEqual(steps.map(({ id }) => id))
    expect(ear.of('plan_step_completed').map(({ data }) => data.status)).toEqual(steps.map(() => 'completed'))
  })

  it('takes about half a minute, without the time a person takes', async () => {
    const { pace } = await play(TOUR)
    expect(pace.now).toBeGreaterThan(18_000)
    expect(pace.now).toBeLessThan(30_000)
  })

  it('waits for a person before it runs anything', async () => {
    const { agent, ear } = await startDemo()
    const asked = new Promise<void>((resolve) => {
      ear.during = ({ type }) => type === 'permission_requested' && resolve()
    })
    await agent.prompt(TOUR)
    await asked
    expect(ear.of('terminal_stream')).toEqual([])
    await agent.interrupt()
  })

  it.each([
    ['a no', NO],
    ['no answer at all', { kind: 'closed', reason: 'expired' } as const],
  ])('takes %s and goes on without the tests', async (_what, permission) => {
    const { ear } = await play(TOUR, { permission })
    expect(ear.of('terminal_stream')).toEqual([])
    expect(ear.of('plan_step_completed').map(({ data }) => data.status)).toEqual([
      'completed',
      'completed',
      'skipped',
      'completed',
    ])
    expect(ear.text()).toContain('the tests were not run')
    expect(ear.text()).not.toContain('20 of 20')
    expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_complete' })
  })

  it('really writes its note, and nothing else', async () => {
    const { cwd } = await play(TOUR)
    expect(readFileSync(join(cwd, DEMO_FILE), 'utf8')).toContain('the one thing that was really done')
  })

  it('uses more as it goes', async () => {
    const { ear } = await play(TOUR)
    const costs = ear.of('usage_update').map(({ data }) => Number(data.costMicroDollars))
    expect(costs).toHaveLength(3)
    expect(costs).toEqual([...costs].sort((a, b) => a - b))
  })
})
