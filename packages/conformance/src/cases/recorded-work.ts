import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import type { Frame } from '../engine/witness.js'
import { recordedCase } from './recorded-turn.js'

const of = (events: readonly Frame[], ...types: string[]) => events.filter(({ type }) => types.includes(type))

/** The patches of a block, applied: enough of RFC 6902 for what can be drawn with add and replace on objects. */
function drawn(patches: readonly Frame[]): unknown {
  const spec: Record<string, unknown> = { root: '', elements: {}, state: {} }
  for (const { patch } of patches) {
    const { op, path, value } = patch as { op: string; path: string; value: unknown }
    expectThat(`the demo draws with add and replace, not ${op}`, op === 'add' || op === 'replace')
    const keys = path.split('/').slice(1)
    const last = String(keys.pop())
    const parent = keys.reduce((at, key) => at[key] as Record<string, unknown>, spec)
    // A later patch may reach into it, and others look at the same frames.
    parent[last] = structuredClone(value)
  }
  return spec
}

/** What an agent does beside talking. */
export const recordedWork: readonly ConformanceCase[] = [
  recordedCase(
    'work-tools',
    ['GATEWAY-641'],
    'a call is begun, written, made and ended; its arguments are what was written',
    ({ joined }) => {
      const calls = of(joined, 'tool_call')
      expectThat('there are several calls', calls.length >= 6)
      for (const { toolCallId, toolName, args } of calls) {
        const own = joined.filter((event) => event.toolCallId === toolCallId)
        const [, made, ended] = expectInOrder(`the call ${toolCallId}`, own, [
          { type: 'tool_call_start', toolName },
          { type: 'tool_call', toolName },
          { type: 'tool_result', status: is.oneOf('success', 'error'), output: is.text },
        ])
        const written = of(own, 'tool_call_delta')
        expectSame('what was written', written.map(({ delta }) => delta).join(''), JSON.stringify(args))
        expectThat('it was written before it was made', Number(written.at(-1)?.seq) < Number(made?.seq))
        expectMatch('nothing comes after its end', own.at(-1), { seq: ended?.seq })
        const failed = of(own, 'tool_error')
        expectMatch('why it failed', failed, ended?.status === 'error' ? [{ error: is.text }] : [])
      }
    },
  ),
  recordedCase('work-thinking', ['GATEWAY-642'], 'thinking begins, goes on and ends', ({ joined }) => {
    const thinking = joined.filter(({ type }) => type.startsWith('thinking_'))
    const types = thinking.map(({ type }) => type)
    expectSame('the first', types[0], 'thinking_start')
    expectSame('the last', types.at(-1), 'thinking_complete')
    expectMatch('between', of(thinking, 'thinking_progress'), is.each({ text: is.text }))
    expectSame('one of each', of(thinking, 'thinking_start', 'thinking_complete').length, 2)
  }),
  recordedCase(
    'work-terminal',
    ['GATEWAY-643'],
    'the output of a command, then its exit code, of the call it belongs to',
    ({ joined }) => {
      const ends = of(joined, 'terminal_complete')
      expectMatch('the ends', ends, [{ exitCode: 0 }, { exitCode: 0 }, { exitCode: 1 }].slice(-ends.length))
      for (const { toolCallId, seq } of ends) {
        const output = of(joined, 'terminal_stream').filter((event) => event.toolCallId === toolCallId)
        expectMatch('the output', output, is.each({ data: is.text }))
        expectThat('it comes before the end', Number(output.at(-1)?.seq) < Number(seq))
        expectInOrder('its call', joined, [{ type: 'tool_call', toolCallId }, { seq }])
      }
    },
  ),
  recordedCase(
    'work-plan',
    ['GATEWAY-644'],
    'a plan with its steps, how far it is, and how it changed',
    ({ joined }) => {
      const [made] = of(joined, 'plan_created')
      const planId = made?.planId
      expectMatch('the plan', made, {
        planId: is.uuid,
        title: is.text,
        steps: is.each({ id: is.text, title: is.text, status: 'pending' }),
      })
      const step = { planId, stepId: is.text, title: is.text }
      expectInOrder('its steps', joined, [
        { type: 'plan_created', planId },
        { type: 'plan_step_started', ...step, status: 'in_progress' },
        { type: 'plan_step_completed', ...step, status: 'completed' },
        { type: 'plan_revised', planId, title: is.text, reason: is.text, steps: is.each({ id: is.text }) },
        { type: 'plan_step_started', ...step, status: 'in_progress' },
        { type: 'plan_step_completed', ...step, status: 'skipped' },
        { type: 'plan_step_completed', ...step, status: 'completed' },
      ])
    },
  ),
  recordedCase('work-usage', ['GATEWAY-645'], 'tokens, cost and how full the context is', ({ joined }) => {
    const usage = of(joined, 'usage_update')
    const count = is.number
    expectMatch(
      'usage',
      usage,
      is.each({
        model: is.text,
        provider: is.text,
        inputTokens: count,
        outputTokens: count,
        cachedTokens: count,
        costMicroDollars: count,
      }),
    )
    const context = of(joined, 'usage_context')
    expectMatch('context', context, is.each({ contextTokens: count, maxContextTokens: count }))
  }),
  recordedCase(
    'work-files',
    ['GATEWAY-646'],
    'a file that changed: its path in the folder of the session, its iteration, its size',
    ({ joined }) => {
      const changed = of(joined, 'file_changed')
      expectMatch('the changes', changed, [
        { path: 'signalbox-demo.md', iteration: 1, size: is.atLeast(1) },
        { path: 'signalbox-demo.md', iteration: 2, size: is.atLeast(1) },
      ])
    },
  ),
  recordedCase(
    'work-interface',
    ['GATEWAY-681', 'GATEWAY-682', 'GATEWAY-683', 'GATEWAY-684'],
    'a fenced block of the text becomes interface: begun, patch by patch, complete; none of it stays text',
    ({ joined }) => {
      const parts = blockOf(joined, 0)
      const patches = of(parts, 'ui.spec_delta')
      expectSame(
        'the order',
        parts.map(({ type }) => type),
        ['ui.spec_start', ...patches.map(({ type }) => type), 'ui.spec_complete'],
      )
      expectMatch('the first', parts[0], { uiId: is.text, catalogId: 'diminuendo.chat-ui@v1' })
      expectMatch('the patches', patches, is.each({ patch: { op: is.text, path: is.like(/^\//) } }))
      expectSame('what is drawn', ordered(parts.at(-1)?.spec), ordered(drawn(patches)))
      const said = of(joined, 'text_delta', 'message_complete', 'turn_complete')
      for (const { type, text, finalText } of said) {
        expectThat(`no fence in ${type}`, !/```spec|"op":/.test(String(text ?? finalText)))
      }
    },
  ),
  recordedCase(
    'work-broken-interface',
    ['GATEWAY-685', 'GATEWAY-682'],
    'a block with a line that is no patch: what came before it, then what is wrong, and no more of it',
    ({ joined, history }) => {
      const parts = blockOf(joined, 1)
      expectMatch('the block', parts, [
        { type: 'ui.spec_start', catalogId: 'diminuendo.chat-ui@v1' },
        { type: 'ui.spec_delta', patch: { op: 'add', path: '/root' } },
        { type: 'ui.spec_error', message: is.like(/line 2/) },
      ])
      const { uiId } = parts[0] as Frame
      const kept = history.flatMap(({ metadata }) => metadata?.uiSpecs ?? [])
      expectThat('it is not in the history', !JSON.stringify(kept).includes(JSON.stringify(uiId)))
    },
  ),
]

/** What was told of one piece of interface: the first, the second. */
function blockOf(events: readonly Frame[], n: number): Frame[] {
  const start = of(events, 'ui.spec_start')[n]
  expectThat(`there is a block ${n}`, start !== undefined)
  return events.filter(({ type, uiId }) => type.startsWith('ui.') && uiId === start?.uiId)
}

/** The same JSON with members in order of their names. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, ordered(member)]),
  )
}
