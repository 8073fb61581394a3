import { GatewayError } from '@signalbox/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Transcript } from '../show/transcript.js'
import { paintFor } from '../terminal/paint.js'
import { Asker, type Request, type RequestEnd } from './asker.js'

/** Somebody at a keyboard: answers are given when the test says so. */
class Person {
  isOver = false
  readonly prompts: string[] = []
  #waiting: { resolve: (line: string | undefined) => void } | undefined
  #ahead: (string | undefined)[] = []

  ask(prompt: string, signal: AbortSignal): Promise<string | undefined> {
    this.prompts.push(prompt)
    if (this.#ahead.length > 0) return Promise.resolve(this.#ahead.shift())
    return new Promise((resolve) => {
      this.#waiting = { resolve }
      signal.addEventListener('abort', () => resolve(undefined))
    })
  }

  types(...lines: (string | undefined)[]): void {
    this.#ahead.push(...lines)
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting) waiting.resolve(this.#ahead.shift())
  }
}

let printed: string
let person: Person
let asker: Asker
const answers = { respondPermission: vi.fn(), answerQuestion: vi.fn() }
const hint = vi.fn()

beforeEach(() => {
  printed = ''
  person = new Person()
  hint.mockReset()
  answers.respondPermission.mockReset().mockResolvedValue({})
  answers.answerQuestion.mockReset().mockResolvedValue({})
  const transcript = new Transcript((text) => {
    printed += text
  })
  asker = new Asker({ transcript, paint: paintFor(false), input: person, answers, now: () => 13_000, hint })
})

const event = (type: string, requestId: string, data: object) => ({
  type,
  sessionId: 's',
  seq: 1,
  ts: 0,
  requestId,
  ...data,
})
const permission = (requestId: string, description = 'npm test') =>
  event('permission_requested', requestId, { toolName: 'bash', description }) as Request
const by = { userId: 'ann', via: 'rest' }
const resolved = (requestId: string) =>
  event('approval_resolved', requestId, { approved: true, by }) as RequestEnd

/** Until everything that can happen has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('permissions', () => {
  it.each([
    ['y', true, {}, '✓ allowed'],
    ['n', false, {}, '✗ denied'],
    ['a', true, { remember: true }, '✓ allowed from now on'],
    ['n not now', false, { message: 'not now' }, '✗ denied'],
  ])('%s', async (line, approved, options, said) => {
    asker.asked(permission('r1'))
    person.types(line)
    await settled()
    expect(answers.respondPermission).toHaveBeenCalledExactlyOnceWith('s', 'r1', { approved, ...options })
    expect(printed).toContain('? bash asks for permission  r1\n  │ npm test\n')
    expect(printed).toContain(`  ${said}\n`)
  })

  it('asks until it is understood', async () => {
    asker.asked(permission('r1'))
    person.types('what?', '', 'y')
    await settled()
    expect(person.prompts).toHaveLength(3)
    expect(printed.match(/Type y, n or a; /g)).toHaveLength(2)
    expect(answers.respondPermission).toHaveBeenCalledOnce()
  })

  it.each([
    ['read_file', 'read', 'always this tool in this session'],
    ['write_file', 'write', 'always this tool in this session'],
    ['bash', 'execute', 'always exactly this in this session'],
    ['bash', undefined, 'always exactly this in this session'],
    // A shell does not become harmless by being called a reader.
    ['bash', 'read', 'always exactly this in this session'],
  ])('says what always covers for %s (%s)', (toolName, toolKind, covers) => {
    asker.asked({ ...permission('r1'), toolName, toolKind } as Request)
    expect(person.prompts).toEqual([expect.stringContaining(covers)])
  })

  it('shows everything that would be done, hidden characters and all', async () => {
    asker.asked(permission('r1', 'ls\u001b[2K\rrm -rf /\n && echo \u202e'))
    await settled()
    expect(printed).toContain('  │ ls\\x1b[2K\\x0drm -rf /\n  │  && echo \\u{202e}\n')
  })

  it('come one after the other', async () => {
    asker.asked(permission('r1'))
    asker.asked(permission('r2'))
    await settled()
    expect(printed).not.toContain('r2')
    person.types('y', 'n')
    await settled()
    expect(answers.respondPermission.mock.calls.map(([, id, { approved }]) => [id, approved])).toEqual([
      ['r1', true],
      ['r2', false],
    ])
  })
})

describe('an answer given elsewhere', () => {
  it('takes the question away and says who gave it', async () => {
    asker.asked(permission('r1'))
    await settled()
    asker.ended(resolved('r1'))
    await settled()
    expect(printed).toContain('  · allowed by ann (rest)\n')
    expect(answers.respondPermission).not.toHaveBeenCalled()
    expect(hint).not.toHaveBeenCalled()
  })

  it('takes away one that was not asked yet', async () => {
    asker.asked(permission('r1'))
    asker.asked(permission('r2'))
    await settled()
    asker.ended(resolved('r2'))
    person.types('y')
    await settled()
    expect(person.prompts).toHaveLength(1)
  })

  it('is told to who was a moment late', async () => {
    answers.respondPermission.mockRejectedValue(
      new GatewayError('RequestAlreadyResolved', 'late', { outcome: 'denied', by, at: 1000 }),
    )
    asker.asked(permission('r1'))
    person.types('y')
    await settled()
    expect(printed).toContain('was already denied by ann (rest) 12 s ago')
  })

  it('of our own is not told twice', async () => {
    asker.asked(permission('r1'))
    answers.respondPermission.mockImplementation(async () => asker.ended(resolved('r1')))
    person.types('y')
    await settled()
    expect(printed).not.toContain('ann')
    expect(asker.has('r1')).toBe(true)
  })
})

describe('questions', () => {
  const questions = [
    { id: 'way', text: 'Which way?', type: 'choice', options: ['slow', 'fast'] },
    { id: 'sure', text: 'Sure?', type: 'confirm', required: false },
    { id: 'note', text: 'Anything else?', type: 'text', required: false },
  ]
  const question = event('question_requested', 'q1', { questions, context: 'Because.' }) as Request

  it('are asked one by one and answered together', async () => {
    asker.asked(question)
    person.types('3', '2', '', 'all fine')
    await settled()
    expect(answers.answerQuestion).toHaveBeenCalledExactlyOnceWith('s', 'q1', {
      answers: { way: 'fast', note: 'all fine' },
    })
    expect(printed).toContain('? the agent asks  q1\n  │ Because.\n  Which way?\n    1 slow\n    2 fast\n')
    expect(printed).toContain('It is one of: 1 slow, 2 fast.')
    expect(printed).toContain('✓ answered')
  })

  it('can be taken away in the middle', async () => {
    asker.asked(question)
    person.types('1')
    await settled()
    asker.ended(event('question_resolved', 'q1', { answers: {}, dismissed: true, by }) as RequestEnd)
    await settled()
    expect(printed).toContain('dismissed by ann (rest)')
    expect(answers.answerQuestion).not.toHaveBeenCalled()
  })
})

describe('what cannot be answered here', () => {
  it('is left to others when the person leaves the keyboard', async () => {
    asker.asked(permission('r1'))
    person.types(undefined)
    await settled()
    expect(hint).toHaveBeenCalledOnce()
    person.isOver = true
    asker.asked(permission('r2'))
    expect(hint).toHaveBeenCalledTimes(2)
    expect(asker.has('r2')).toBe(false)
  })

  it('is asked again when the answer did not get through', async () => {
    answers.respondPermission.mockRejectedValueOnce(new GatewayError('ConnectionLost', 'gone'))
    asker.asked(permission('r1'))
    person.types('y', 'n')
    await settled()
    expect(printed).toContain('once more')
    expect(answers.respondPermission.mock.calls.map(([, , { approved }]) => approved)).toEqual([true, false])
  })

  it('is told in the words of the gateway when it refuses', async () => {
    answers.respondPermission.mockRejectedValue(
      new GatewayError('AgentUnavailable', 'only in its own\u001b[2J terminal'),
    )
    asker.asked(permission('r1'))
    person.types('y')
    await settled()
    expect(printed).toContain('only in its own terminal')
  })

  it('is forgotten when the turn is over', async () => {
    asker.asked(permission('r1'))
    await settled()
    asker.stop()
    await settled()
    expect(hint).not.toHaveBeenCalled()
    expect(person.prompts).toHaveLength(1)
  })
})
