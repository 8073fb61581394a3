import type { JsonObject } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answeringOf } from './decisions.js'
import type { Ending } from './ending.js'

/** What the hook of an agent answers to its payload. */
function decide(agent: string, payload: JsonObject, ending: Ending, ids: string[] = []): JsonObject {
  const questions = ids.map((id) => ({ id, options: ['x', 'y', 'z, z'], multiSelect: id === 'b' }))
  const answering = answeringOf(agent)
  if (!answering) throw new Error(`${agent} is not answered`)
  return answering.decision(answering.asked(payload), ending, questions)
}

const output = (decision: JsonObject) => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
})
const yes = (more: object = {}): Ending => ({ kind: 'permission', approved: true, remember: false, ...more })
const no = (more: object = {}): Ending => ({ kind: 'permission', approved: false, remember: false, ...more })
const RELEASED: Ending = { kind: 'released' }
const BASH = { tool_name: 'Bash', tool_input: { command: 'ls' } }

const QUESTIONS = [
  {
    question: 'Which db?',
    header: 'DB',
    options: [
      { label: 'sqlite', description: 'file' },
      { label: 'pg', description: 'server' },
    ],
    multiSelect: false,
  },
  { question: 'Which targets?', header: 'T', options: [{ label: 'a' }, { label: 'b' }], multiSelect: true },
]
const ASK = { tool_name: 'AskUserQuestion', tool_input: { questions: QUESTIONS } }

describe('Claude Code is told', () => {
  const rule = {
    type: 'addRules',
    rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }],
    behavior: 'allow',
    destination: 'localSettings',
  }
  const further = [
    { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
    { type: 'addDirectories', directories: ['/home/me'], destination: 'session' },
  ]
  const suggestions = [...further, rule]
  const forSession = (allowed: JsonObject) => ({
    behavior: 'allow',
    updatedPermissions: [{ type: 'addRules', rules: [allowed], behavior: 'allow', destination: 'session' }],
  })

  it.each<[string, JsonObject, Ending, JsonObject]>([
    ['yes', BASH, yes(), { behavior: 'allow' }],
    ['no', BASH, no(), { behavior: 'deny', message: 'Denied from Signalbox.' }],
    ['no, and why', BASH, no({ message: 'use rg' }), { behavior: 'deny', message: 'use rg' }],
    [
      'yes, by the rule it proposes, and nothing that goes further',
      { ...BASH, permission_suggestions: suggestions },
      yes({ remember: true }),
      { behavior: 'allow', updatedPermissions: [rule] },
    ],
    [
      'yes for the session, where it proposes no rule',
      { ...BASH, permission_suggestions: further },
      yes({ remember: true }),
      forSession({ toolName: 'Bash', ruleContent: String(BASH.tool_input.command) }),
    ],
    [
      'yes for the session to a file',
      { tool_name: 'Write', tool_input: { file_path: '/home/me/a.txt', content: 'x' } },
      yes({ remember: true }),
      forSession({ toolName: 'Edit', ruleContent: '//home/me/a.txt' }),
    ],
    [
      'yes, once, where a rule would allow more',
      { tool_name: 'Bash', tool_input: { command: 'rm *.tmp' } },
      yes({ remember: true }),
      { behavior: 'allow' },
    ],
    [
      'yes for the session to any other tool',
      { tool_name: 'mcp__lab__ask', tool_input: {} },
      yes({ remember: true }),
      forSession({ toolName: 'mcp__lab__ask' }),
    ],
    [
      'no, once: a denial is not remembered',
      { ...BASH, permission_suggestions: suggestions },
      no({ remember: true }),
      { behavior: 'deny', message: 'Denied from Signalbox.' },
    ],
    [
      'yes to a plan',
      { tool_name: 'ExitPlanMode', tool_input: { plan: '# x' } },
      yes(),
      { behavior: 'allow', updatedInput: { plan: '# x' } },
    ],
    [
      'no to a plan',
      { tool_name: 'ExitPlanMode', tool_input: {} },
      no({ message: 'smaller' }),
      { behavior: 'deny', message: 'smaller' },
    ],
  ])('%s', (_what, payload, ending, decision) => {
    expect(decide('claude', payload, ending)).toEqual(output(decision))
  })

  it('the labels by the texts of its questions, several of one as one text', () => {
    const ending: Ending = { kind: 'question', answers: { q1: 'pg', q2: 'a, b' }, dismissed: false }
    expect(decide('claude', ASK, ending, ['q1', 'q2'])).toEqual(
      output({
        behavior: 'allow',
        updatedInput: { questions: QUESTIONS, answers: { 'Which db?': 'pg', 'Which targets?': 'a, b' } },
      }),
    )
  })

  it('only what was answered, under any text', () => {
    const questions = [{ question: '__proto__' }, { question: 7 }, { question: 'b' }]
    const ending: Ending = { kind: 'question', answers: { x: '1', y: '2' }, dismissed: false }
    const answer = decide('claude', { ...ASK, tool_input: { questions } }, ending, ['x', 'y', 'z'])
    expect(JSON.stringify(answer)).toContain('"answers":{"__proto__":"1"}')
  })

  it('that nobody wants to answer', () => {
    const ending: Ending = { kind: 'question', answers: {}, dismissed: true }
    expect(decide('claude', ASK, ending, ['q1'])).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny', message: expect.stringMatching(/go on/) } },
    })
  })
})

describe('Codex is told', () => {
  it('yes or no in exactly the fields it knows', () => {
    expect(decide('codex', BASH, yes({ remember: true, message: 'ok' }))).toEqual(
      output({ behavior: 'allow' }),
    )
    expect(decide('codex', BASH, no())).toEqual(
      output({ behavior: 'deny', message: 'Denied from Signalbox.' }),
    )
    expect(decide('codex', BASH, no({ message: 'm' }))).toEqual(output({ behavior: 'deny', message: 'm' }))
  })
})

describe('the plugin in opencode is told', () => {
  it.each<[Ending, JsonObject]>([
    [yes(), { reply: 'once' }],
    [yes({ remember: true }), { reply: 'always' }],
    [no(), { reply: 'reject' }],
    [no({ message: 'm' }), { reply: 'reject', message: 'm' }],
    [{ kind: 'question', answers: { b: 'x' }, dismissed: false }, { answers: [[], ['x']] }],
    [
      { kind: 'question', answers: { a: 'x, y', b: 'x, y' }, dismissed: false },
      { answers: [['x, y'], ['x', 'y']] },
    ],
    [{ kind: 'question', answers: { b: 'x, other' }, dismissed: false }, { answers: [[], ['x, other']] }],
    [{ kind: 'question', answers: {}, dismissed: true }, { reject: true }],
  ])('%j', (ending, reply) => {
    expect(decide('opencode', {}, ending, ['a', 'b'])).toEqual(reply)
  })
})

describe('every agent', () => {
  it.each(['claude', 'codex', 'opencode'])('%s hears no opinion when it is released', (agent) => {
    expect(decide(agent, ASK, RELEASED, ['q1'])).toEqual({})
  })

  it('Gemini CLI cannot be answered, nor can what is none', () => {
    for (const agent of ['gemini', 'constructor', '']) expect(answeringOf(agent)).toBeUndefined()
  })

  it('is answered with JSON whatever its payload was', () => {
    const json = fc.jsonValue() as fc.Arbitrary<JsonObject[string]>
    const payloads = fc.record(
      {
        tool_name: fc.oneof(fc.constant('AskUserQuestion'), json),
        tool_input: json,
        permission_suggestions: json,
      },
      { requiredKeys: [] },
    )
    const endings = fc.constantFrom<Ending>(
      yes({ remember: true }),
      no(),
      { kind: 'question', answers: { q1: 'x' }, dismissed: false },
      RELEASED,
    )
    fc.assert(
      fc.property(
        fc.constantFrom('claude', 'codex', 'opencode'),
        payloads,
        endings,
        (agent, payload, ending) => {
          const answer = decide(agent, payload as JsonObject, ending, ['q1'])
          expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
        },
      ),
    )
  })
})
