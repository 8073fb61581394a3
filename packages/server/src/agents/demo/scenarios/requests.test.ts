import { describe, expect, it } from 'vitest'
import { play } from '../testing.js'

describe('permission', () => {
  it('is asked for under an open call, with all that is needed to decide', async () => {
    const { ear } = await play('demo:permission')
    expect(ear.of('permission_requested').map(({ data }) => data)).toEqual([
      {
        requestId: 'perm-1',
        toolName: 'bash',
        description: 'npm test',
        approvalType: 'exec',
        args: { command: 'npm test', timeoutMs: 60_000 },
        toolCallId: 'tc-1',
        toolKind: 'command',
      },
    ])
  })

  it('given: plays the command and says that nothing was run', async () => {
    const { ear } = await play('demo:permission', {
      permission: { kind: 'permission', approved: true, message: 'go ahead', remember: true },
    })
    expect(ear.of('terminal_complete')[0]?.data).toEqual({ exitCode: 0, toolCallId: 'tc-1' })
    const [result] = ear.of('tool_result')
    expect(result?.data).toMatchObject({ toolCallId: 'tc-1', status: 'success' })
    expect(result?.data.output).toContain('demo: approved, but nothing was really run')
    expect(ear.text()).toContain('Permission was given with the words “go ahead”.')
    expect(ear.text()).toContain('nothing was really done')
    expect(ear.text()).toContain('remember')
  })

  it('denied: says so and goes on', async () => {
    const { ear } = await play('demo:permission demo:usage', {
      permission: { kind: 'permission', approved: false, message: 'not today' },
    })
    expect(ear.of('terminal_stream')).toEqual([])
    expect(ear.of('tool_error')[0]?.data).toEqual({
      toolCallId: 'tc-1',
      error: 'not done: permission denied',
    })
    expect(ear.of('tool_result')[0]?.data.status).toBe('error')
    expect(ear.text()).toContain('Permission was denied with the words “not today”.')
    expect(ear.of('usage_update')).not.toEqual([])
    expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_complete', data: {} })
  })

  it.each(['withdrawn', 'expired', 'resolved_elsewhere'])('%s: says so and goes on', async (reason) => {
    const { ear } = await play('demo:permission', { permission: { kind: 'closed', reason } })
    expect(ear.of('terminal_stream')).toEqual([])
    expect(ear.text()).toContain(`ended without an answer (${reason})`)
    expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_complete', data: {} })
  })

  it('answered as if it were a question counts as no answer', async () => {
    const { ear } = await play('demo:permission', {
      permission: { kind: 'question', answers: { approved: 'yes' }, dismissed: false },
    })
    expect(ear.of('terminal_stream')).toEqual([])
    expect(ear.text()).toContain('ended without an answer')
  })

  it('to read is asked for in all, by another request', async () => {
    const { ear } = await play('demo:all')
    expect(ear.of('permission_requested')[1]?.data).toMatchObject({
      requestId: 'perm-2',
      toolName: 'read_file',
      toolKind: 'read',
      args: { path: 'README.md' },
    })
    expect(ear.of('tool_result').at(-1)?.data.output).toContain('no file was really read')
  })
})

describe('questions', () => {
  it('are a choice, a confirmation and a text', async () => {
    const { ear } = await play('demo:question')
    const [asked] = ear.of('question_requested')
    expect(asked?.data).toMatchObject({
      requestId: 'question-1',
      questions: [
        { id: 'strategy', type: 'choice', options: ['incremental', 'big-bang'], required: true },
        { id: 'tests', type: 'confirm' },
        { id: 'note', type: 'text' },
      ],
    })
    expect(asked?.data.context).toContain('demo agent')
  })

  it('quote the answers', async () => {
    const { ear } = await play('demo:question')
    for (const answer of ['“incremental”', '“yes”', '“be quick”']) expect(ear.text()).toContain(answer)
  })

  it('take what is left out', async () => {
    const { ear } = await play('demo:question', {
      question: { kind: 'question', answers: { strategy: 'big-bang' }, dismissed: false },
    })
    expect(ear.text()).toContain('“big-bang”')
    expect(ear.text().match(/\(left open\)/g)).toHaveLength(2)
  })

  it('dismissed: decides itself', async () => {
    const { ear } = await play('demo:question', {
      question: { kind: 'question', answers: {}, dismissed: true },
    })
    expect(ear.text()).toContain('I decide myself')
  })

  it('closed: says so', async () => {
    const { ear } = await play('demo:question', { question: { kind: 'closed', reason: 'expired' } })
    expect(ear.text()).toContain('ended without an answer (expired)')
  })
})
