import { PassThrough } from 'node:stream'
import type { StreamItem, TurnEnd } from '@signalbox/client'
import type { SessionMeta } from '@signalbox/protocol'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { paintFor } from '../terminal/paint.js'
import { EXIT, exitOf } from './exit-code.js'
import { jsonListener, viewListener } from './turn-listener.js'

let printed: string
let told: string[]
let keys: PassThrough
const answers = { respondPermission: vi.fn(), answerQuestion: vi.fn() }
const session = { id: '01994f3a-0000-7000-8000-0000deadbeef', agentType: 'demo', cwd: '/work' } as SessionMeta
const by = { userId: 'ann', via: 'rest' }

const screen = {
  print: (text: string) => {
    printed += text
  },
  paint: paintFor(false),
  width: () => 80,
  isTerminal: true,
}

beforeEach(() => {
  printed = ''
  told = []
  keys = new PassThrough()
  answers.respondPermission.mockReset().mockResolvedValue({})
})

const item = (type: string, data: object = {}) =>
  ({ type, sessionId: 's', seq: 1, ts: 0, turnId: 't', ...data }) as StreamItem
const asked = item('permission_requested', { requestId: 'r', toolName: 'bash', description: 'ls' })
const raised = item('attention_raised', { kind: 'permission', since: 0, message: 'ls', requestId: 'r' })
const allowed = item('approval_resolved', { requestId: 'r', approved: true, by })
const byRule = item('approval_resolved', { requestId: 'r', approved: true, by, rule: 'auto_pilot' })
const complete = item('turn_complete', { finalText: '' }) as TurnEnd

function view(atKeyboard: boolean, samePage = false) {
  const keyboard = atKeyboard ? (keys as unknown as NodeJS.ReadStream) : undefined
  return viewListener({
    screen,
    keyboard,
    answers,
    session,
    tell: (line) => {
      told.push(line)
      if (samePage) printed += `${line}\n`
    },
    samePage,
    onInterrupt: () => {},
  })
}

describe('the view of a turn', () => {
  it('says which session it is, what happens and how it ended', () => {
    const listener = view(false)
    expect(printed).toBe('')
    listener.show(item('turn_started'))
    listener.show(item('text_delta', { text: 'Hello.' }))
    listener.end(complete, 12_000)
    expect(printed).toBe('demo · session deadbeef · /work\n\nHello.\n\ndone · 12 s\n')
  })

  it.each([
    [
      { type: 'turn_error', message: 'Gone\u001b[2J', code: 'AGENT_ERROR' },
      'failed: Gone (AGENT_ERROR) · 1 s\n',
    ],
    [{ type: 'turn_complete', finalText: '', stopReason: 'user_stopped' }, 'stopped · 1 s\n'],
  ])('ends with %j', (end, line) => {
    view(false).end(end as TurnEnd, 1000)
    expect(printed).toBe(line)
  })

  it('names who is waited for where nobody can be asked', () => {
    const listener = view(false)
    for (const one of [asked, raised]) listener.show(one)
    expect(told).toEqual(['waiting: signalbox approve r'])
    expect(printed).toContain('? bash: ls\n')
    listener.show(allowed)
    expect(printed).toContain('✓ allowed by ann (rest)')
  })

  it('begins what it tells on a line of its own where both come out on one page', () => {
    const listener = view(false, true)
    listener.show(item('text_delta', { text: 'Half a' }))
    listener.aside('the connection was lost')
    listener.show(item('text_delta', { text: ' line.' }))
    listener.close()
    expect(printed).toContain('\n\nHalf a\nthe connection was lost\n')
    expect(printed).toMatch(/line\.\n$/)
  })

  it('lets the turn be where they do not', () => {
    const listener = view(false)
    listener.show(item('text_delta', { text: 'Half a' }))
    listener.aside('the connection was lost')
    listener.show(item('text_delta', { text: ' line.' }))
    listener.close()
    expect(printed).toMatch(/\n\nHalf a line\.\n$/)
    expect(told).toEqual(['the connection was lost'])
  })

  it('tells above the question that is being asked', () => {
    const listener = view(true, true)
    for (const one of [asked, raised]) listener.show(one)
    listener.aside('the connection was lost')
    const [before = '', after] = printed.split('\r\u001b[Kthe connection was lost\n')
    expect(before.slice(before.lastIndexOf('\n'))).toContain('allow?')
    expect(after).toContain('allow?')
    listener.close()
  })

  it('asks and tells nobody when a rule answers', () => {
    const listener = view(true)
    for (const one of [asked, byRule]) listener.show(one)
    expect(told).toEqual([])
    expect(printed).toContain('? bash: ls\n  ✓ allowed by the rule auto_pilot\n')
    expect(printed).not.toContain('allow?')
    listener.close()
  })

  it('asks who sits at the keyboard', async () => {
    const listener = view(true)
    for (const one of [asked, raised]) listener.show(one)
    expect(printed).toContain('allow?')
    keys.write('n\r')
    await vi.waitFor(
      () => expect(answers.respondPermission).toHaveBeenCalledWith('s', 'r', { approved: false }),
      10_000,
    )
    listener.close()
  })

  it('tells how else to answer when they leave the keyboard', async () => {
    const listener = view(true)
    for (const one of [asked, raised]) listener.show(one)
    keys.write('\u0004')
    await vi.waitFor(() => expect(told).toEqual(['waiting: signalbox approve r']), 10_000)
    listener.close()
  })
})

describe('a turn for programs', () => {
  it('is one line of JSON per event, and who is waited for beside it', () => {
    const listener = jsonListener(screen, (line) => told.push(line))
    for (const one of [
      asked,
      item('attention_raised', { kind: 'question', since: 0, message: '', requestId: 'q' }),
    ])
      listener.show(one)
    listener.end(complete, 0)
    listener.close()
    expect(
      printed
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).type),
    ).toEqual(['permission_requested', 'attention_raised'])
    expect(told).toEqual(['waiting: signalbox answer q'])
  })
})

it.each([
  [{ type: 'turn_complete', finalText: '' }, EXIT.done],
  [{ type: 'turn_complete', finalText: '', stopReason: 'end_turn' }, EXIT.done],
  [{ type: 'turn_complete', finalText: '', stopReason: 'user_stopped' }, EXIT.stopped],
  [{ type: 'turn_error', message: '', code: 'AGENT_ERROR' }, EXIT.failed],
])('exit code of %j: %i', (end, code) => {
  expect(exitOf(end as TurnEnd)).toBe(code)
})
