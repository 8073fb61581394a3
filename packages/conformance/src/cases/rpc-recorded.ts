import { ITEM_CONTENTS } from '@signalbox/protocol/rpc'
import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is, show } from '../engine/match.js'
import { expectJudged, expectResumed } from '../engine/rpc-judge.js'
import { contentOf, paramsOf, type RpcLine } from '../engine/rpc-line.js'
import { ITEM, TIME } from '../engine/rpc-thread.js'
import { type Entry, storyOfFrames, storyOfLines } from '../engine/story.js'
import { recordedCase } from './recorded-turn.js'

const OVER: ReadonlySet<unknown> = new Set(['completed', 'failed', 'deleted'])

/** What is told of each item, in order. */
function itemsIn(lines: readonly RpcLine[]): Map<unknown, RpcLine[]> {
  const items = new Map<unknown, RpcLine[]>()
  for (const line of lines) {
    const { item_id } = paramsOf(line)
    if (item_id !== undefined) items.set(item_id, [...(items.get(item_id) ?? []), line])
  }
  return items
}

const ofType = (lines: readonly RpcLine[], type: string) =>
  [...itemsIn(lines).values()].filter(([first]) => first && contentOf(first).type === type)
/**
 * What is kept of a story: thoughts are told as they come and no more, and of a text in pieces nobody knows afterwards
 * what else began meanwhile.
 */
const kept = (entries: readonly Entry[]) =>
  entries
    .filter(({ type }) => type !== 'reasoning')
    .map(({ output: _, ...entry }) => JSON.stringify(entry))
    .sort()
const text = (line: RpcLine) => String(contentOf(line).text)
const last = (lines: readonly RpcLine[]) => lines.at(-1) as RpcLine

/** How many lines at the end are the same. */
function sameEnd(one: readonly RpcLine[], other: readonly RpcLine[]): number {
  const differs = [...one]
    .reverse()
    .findIndex((line, n) => JSON.stringify(line) !== JSON.stringify(other.at(-1 - n)))
  return differs < 0 ? one.length : differs
}

/** Lines without those a reader is greeted with. */
const without = (lines: readonly RpcLine[]) => lines.filter(({ method }) => method !== 'thread/started')

/** The recorded turn on JSON-RPC: items, their growth, their ids, who comes late and who comes back. */
export const rpcRecorded: readonly ConformanceCase[] = [
  recordedCase(
    'rpc-story',
    ['RPC-801'],
    'the turn as /ws told it and as both streams told it are the same story',
    ({ joined, rpc }) => {
      const { entries, end } = storyOfFrames(joined)
      expectThat(`there is something to tell: ${entries.length}`, entries.length > 20)
      for (const lines of [rpc.told, rpc.conversed]) {
        const story = storyOfLines(lines)
        expectMatch('what was said and done', story.entries, entries)
        expectSame('the end', story.end, end)
      }
    },
  ),
  recordedCase(
    'rpc-same-lines',
    ['RPC-101', 'RPC-102', 'RPC-106'],
    'who reads one thread and who reads all hear the same of it, from the first line to the last',
    ({ rpc }) => {
      const durable = (lines: readonly RpcLine[]) =>
        without(lines).filter(({ params }) => params?.status !== 'active' || params.type === 'created')
      expectSame('what both hear', durable(rpc.conversed), durable(rpc.told))
      expectJudged('one thread', rpc.told)
      expectJudged('all threads', rpc.conversed)
    },
  ),
  recordedCase(
    'rpc-item-types',
    ['RPC-701', 'RPC-102', 'RPC-502'],
    'every type of item the agent makes, with an id, a time and the turn',
    ({ rpc, turnId }) => {
      const types = new Set(
        rpc.told.filter(({ method }) => method === 'item/created').map((line) => contentOf(line).type),
      )
      const missing = Object.keys(ITEM_CONTENTS).filter((type) => !types.has(type) && type !== 'notification')
      expectSame('what is missing', missing, [])
      for (const { method, params } of rpc.told) {
        if (params?.item_id === undefined) continue
        expectMatch(`an item by ${method}`, params, { item_id: ITEM, turn_id: turnId, timestamp: TIME })
      }
      const [[input] = []] = ofType(rpc.told, 'message')
      expectMatch('the input', input, { params: { status: 'pending', content: { role: 'user' } } })
    },
  ),
  recordedCase(
    'rpc-item-text',
    ['RPC-702', 'RPC-703'],
    'text only grows, each time all of it, and is finished as it was said',
    ({ rpc, joined }) => {
      const said = joined.flatMap((frame) => (frame.type === 'message_complete' ? [frame.text] : []))
      const answers = ofType(rpc.told, 'message').filter(
        ([first]) => first && contentOf(first).role === 'assistant',
      )
      expectSame(
        'the answers',
        answers.map((lines) => text(last(lines))),
        said,
      )
      for (const lines of [...answers, ...ofType(rpc.told, 'reasoning')]) {
        expectSame(
          'how it goes',
          lines.map(({ params }) => params?.status),
          [...lines.slice(1).map(() => 'active'), 'completed'],
        )
        for (const [n, line] of lines.entries()) {
          expectThat(`${text(line)} grows`, n === 0 || text(line).startsWith(text(lines[n - 1] as RpcLine)))
        }
      }
      expectThat(
        'some grow by and by',
        answers.some(({ length }) => length > 3),
      )
    },
  ),
  recordedCase(
    'rpc-item-calls',
    ['RPC-704', 'RPC-702'],
    'tools and commands: a result with the last line and not before; output while they run',
    ({ rpc, joined }) => {
      const calls = [...ofType(rpc.told, 'tool_call'), ...ofType(rpc.told, 'command')]
      const made = joined.filter(({ type }) => type === 'tool_call')
      expectSame('how many', calls.length, made.length)
      for (const lines of calls) {
        const before = lines.slice(0, -1)
        expectMatch(
          'before',
          before,
          is.each({ params: { status: 'active', content: { result: is.absent } } }),
        )
        expectMatch('the last', last(lines), {
          params: { status: is.oneOf('completed', 'failed'), content: { result: {} } },
        })
      }
      const commands = ofType(rpc.told, 'command')
      const exits = commands.map((lines) => contentOf(last(lines)).result as { exit_code?: number })
      expectSame(
        'how they ended',
        exits.map(({ exit_code }) => exit_code),
        [0, 0, 1],
      )
      for (const lines of commands) {
        expectThat(
          'it is heard to run',
          lines.some((line) => typeof contentOf(line).output === 'string'),
        )
      }
    },
  ),
  recordedCase(
    'rpc-item-plan',
    ['RPC-705'],
    'a plan is one item, each time with all of its steps',
    ({ rpc, joined }) => {
      const [lines = [], ...more] = ofType(rpc.told, 'plan')
      expectSame('there is one', more.length, 0)
      const changes = joined.filter(({ type }) => type.startsWith('plan_'))
      expectSame('each change is told', lines.length, changes.length)
      const steps = (line: RpcLine) => contentOf(line).steps as { status: string }[]
      for (const line of lines) expectThat('all steps', steps(line).length >= 2)
      expectThat(
        'all are done',
        steps(last(lines)).every(({ status }) => /^(completed|skipped)$/.test(status)),
      )
      expectMatch('it is done', last(lines), { params: { status: 'completed' } })
    },
  ),
  recordedCase(
    'rpc-item-requests',
    ['RPC-602', 'RPC-601'],
    'three requests, each with what was asked and what came of it',
    ({ rpc }) => {
      const requests = ofType(rpc.told, 'request')
      expectMatch(
        'they',
        requests.map((lines) => contentOf(last(lines))),
        [
          { kind: 'permission', text: is.text, data: {}, outcome: 'approved' },
          { kind: 'question', text: is.text, data: {}, outcome: 'answered' },
          { kind: 'permission', text: is.text, data: {}, outcome: 'denied' },
        ],
      )
    },
  ),
  recordedCase(
    'rpc-item-open',
    ['RPC-708', 'RPC-503'],
    'nothing is open when the end of the turn is told',
    ({ rpc }) => {
      expectMatch('the last line', last(rpc.told), { method: 'turn/completed' })
      for (const lines of itemsIn(rpc.told).values()) {
        expectThat(`${show(last(lines))} is over`, OVER.has(paramsOf(last(lines)).status))
      }
    },
  ),
  recordedCase(
    'rpc-thread-read',
    ['RPC-406', 'RPC-707'],
    'thread/read has the items as the stream told them, under the same ids',
    ({ rpc }) => {
      const items = rpc.read.items as Record<string, unknown>[]
      const told = [...itemsIn(rpc.told)].filter(
        ([, [first]]) => first && contentOf(first).type !== 'reasoning',
      )
      expectSame('the ids', items.map(({ item_id }) => item_id).sort(), told.map(([id]) => id).sort())
      const lines = items.map((params): RpcLine => ({ jsonrpc: '2.0', method: 'item/updated', params }))
      expectSame('what they are', kept(storyOfLines(lines).entries), kept(storyOfLines(rpc.told).entries))
    },
  ),
  recordedCase(
    'rpc-late',
    ['RPC-204', 'RPC-707', 'RPC-102'],
    'who comes in the middle hears what is open, and everything from there on',
    ({ rpc }) => {
      for (const [n, lines] of rpc.late.entries()) {
        expectJudged(`one that came late (${n})`, lines)
        expectMatch('the first line', lines[0], { method: 'thread/started' })
        const shared = sameEnd(lines, rpc.told)
        const [greeting, missed] = [lines.slice(0, -shared), rpc.told.slice(0, -shared)]
        expectThat(`one that came late (${n}) hears the same from there on`, shared > 1 && missed.length > 0)
        const [known, ends] = [itemsIn(greeting), itemsIn(rpc.told)]
        for (const [id, told] of known) {
          const whatThereIs = told.length === 1 && itemsIn(missed).has(id)
          expectThat(`${show(last(told))} is told of what there is`, whatThereIs)
        }
        for (const [id, heard] of itemsIn(missed)) {
          const grows =
            typeof contentOf(last(heard)).text === 'string' && paramsOf(last(heard)).status === 'active'
          if (!grows) continue
          const [first] = known.get(id) ?? []
          expectMatch('what grows', first, { method: 'item/created', params: { status: 'active' } })
          const whole = text(last(ends.get(id) ?? []))
          expectThat('with what there is', whole.startsWith(text(first as RpcLine)))
        }
      }
    },
  ),
  recordedCase(
    'rpc-resumed',
    ['RPC-201', 'RPC-202', 'RPC-707', 'RPC-102'],
    'what was heard, and what is told from there on, are the whole story, whichever line one comes back with',
    ({ rpc }) => {
      const { entries, end } = storyOfLines(rpc.told)
      expectThat('there are places', rpc.resumptions.length > 8)
      for (const { before, after, query } of rpc.resumptions) {
        const lines = expectResumed(`resumed with ${query}`, before, after)
        const story = storyOfLines(lines)
        expectSame(`resumed with ${query}`, kept(story.entries), kept(entries))
        expectSame('the end', story.end, end)
        for (const [first, ...rest] of itemsIn(lines).values()) {
          // Of thoughts that were heard to begin nobody knows the end: the turn's is theirs.
          if (!first || contentOf(first).type === 'reasoning') continue
          const end = rest.at(-1) ?? first
          expectThat(`${show(end)} is over, resumed with ${query}`, OVER.has(paramsOf(end).status))
        }
      }
    },
  ),
]
