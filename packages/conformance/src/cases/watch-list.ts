import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { type Entry, Terminal, watchList } from './terminal.js'

const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } }
const question = { question: 'Which db?', header: 'DB', options: [{ label: 'pg' }, { label: 'sqlite' }] }
const questions = { tool_name: 'AskUserQuestion', tool_input: { questions: [question] } }

/** How to bring a session into each state, in the order they are listed. */
const STATES: Readonly<Record<string, (terminal: Terminal) => Promise<unknown>>> = {
  permission: (terminal) => terminal.hold('PermissionRequest', bash),
  waiting: (terminal) => terminal.hold('PermissionRequest', questions),
  idle: (terminal) => terminal.tell('SessionStart', { source: 'startup' }),
  busy: (terminal) => terminal.tell('UserPromptSubmit', { prompt: 'Fix it' }),
}

/** A session that waits for leave, with all that can be known of it. */
async function asking(context: Context): Promise<Terminal> {
  const claude = new Terminal(context, 'claude')
  // Of another machine: nobody here looks whether it is alive.
  const beside = { pid: '4711', 'pid-started': '1234', host: 'elsewhere', 'tmux-pane': '%5' }
  await claude.tell(
    'UserPromptSubmit',
    { prompt: 'Fix it' },
    { ...beside, 'tmux-socket': '/tmp/tmux/default' },
  )
  await claude.tell('PreToolUse', { ...bash, tool_use_id: 'call_1' })
  await claude.hold('PermissionRequest', bash)
  return claude
}

/** The entry as an event tells it, without what only events have. */
function glanceOf({ sessionId: _id, ...glance }: Entry): object {
  return glance
}

/** What agents are at: the list, its stream, /ws and the snapshot. */
export const watchListCases: readonly ConformanceCase[] = [
  {
    id: 'watch-entry',
    verifies: ['WATCH-101', 'WATCH-104', 'WATCH-105', 'WATCH-106', 'WATCH-107', 'WATCH-301'],
    title:
      'one session with all that can be known of it: in the list, the stream, on /ws and in its snapshot',
    async run(context) {
      const [stream, joined, idle] = await Promise.all([context.watch(), context.client(), context.client()])
      expectMatch(
        'the stream',
        [stream.status, stream.headers['content-type']],
        [200, is.like(/^text\/event-stream/)],
      )
      const begun = Date.now() - 60_000
      const box = context.name()
      await context.notify(box, { type: 'session-start' })
      expectMatch('its name', await new Terminal(context, 'codex', box).seen(), {
        name: box,
        agent: 'unknown',
      })
      const claude = await asking(context)
      const entry = (await claude.seen()) as Entry
      expectMatch('the entry', entry, {
        sessionId: is.uuid,
        state: 'permission',
        since: is.atLeast(begun),
        agent: 'claude',
        origin: 'observed',
        action: 'Bash: npm test',
        cwd: '/home/me/shop',
        pid: 4711,
        host: 'elsewhere',
        tmuxTarget: '%5',
        tmuxSocket: '/tmp/tmux/default',
        requestId: is.text,
        message: 'npm test',
        until: is.absent,
        reason: is.absent,
      })
      const { sessionId, requestId, since } = entry
      const live = await stream.frame({ type: 'watch_state', sessionId, requestId })
      expectMatch('first', stream.blocks[0], { event: 'watch_list', frame: { type: 'watch_list' } })
      const told = { type: 'watch_state', sessionId, seq: live.seq, ts: live.ts, ...glanceOf(entry) }
      expectMatch('then what changes', [live, ...stream.blocks.slice(-1)], [told, { event: 'watch_state' }])
      expectSame('it says no more', Object.keys(live).sort(), Object.keys(told).sort())
      expectSame('who did not join', await idle.frame({ type: 'watch_state', sessionId, requestId }), live)

      const again = await context.watch()
      const first = await again.frame({ type: 'watch_list' })
      const listed = (first.entries as Entry[]).find((one) => one.sessionId === sessionId)
      expectSame('a new stream', listed, entry)
      const [snapshot] = await joined.join({ sessionId })
      expectSame('the snapshot', snapshot.watch, glanceOf(entry))
      const { process } = snapshot.session as { process?: unknown }
      const place = { tmuxPane: '%5', tmuxSocket: '/tmp/tmux/default' }
      expectMatch('the process', process, { pid: 4711, started: '1234', host: 'elsewhere', ...place })

      await claude.answer({ approved: true })
      const busy = { type: 'watch_state', sessionId, state: 'busy', seq: is.atLeast(Number(live.seq) + 1) }
      const heard = await Promise.all([joined, idle, again].map((one) => one.frame(busy)))
      expectThat(
        'everyone hears the same',
        heard.every((one) => JSON.stringify(one) === JSON.stringify(heard[0])),
      )
      expectThat('it is busy from then on', Number(heard[0]?.since) >= Number(since))
      const [, ...twice] = joined.of(sessionId).filter(({ seq }) => seq === heard[0]?.seq)
      expectSame('who joined hears it once', twice, [])

      expectMatch('it is deleted', await joined.ask({ type: 'delete_session', sessionId }), {
        type: 'session_deleted',
      })
      expectMatch('the end', await again.frame({ sessionId, state: 'ended' }), {
        reason: 'deleted',
        until: is.absent,
      })
      expectThat('it is off the list', !(await watchList(context)).some((one) => one.sessionId === sessionId))
    },
  },
  {
    id: 'watch-order',
    verifies: ['WATCH-102', 'WATCH-104'],
    title: 'two of each state, begun in another order',
    async run(context) {
      const states = Object.keys(STATES)
      const made: (readonly [id: string, state: string])[] = []
      for (const state of [...states, ...states].sort()) {
        const terminal = new Terminal(context, 'claude')
        await STATES[state]?.(terminal)
        made.unshift([await terminal.id(), state])
      }
      const wanted = states.flatMap((state) => made.filter((one) => one[1] === state))
      const ids = new Set(made.map(([id]) => id))
      const shown = (entries: readonly Entry[]) =>
        entries.flatMap(({ sessionId, state, since }) =>
          ids.has(sessionId) ? [[sessionId, state, since]] : [],
        )
      const listed = shown(await watchList(context))
      expectSame(
        'the states',
        listed.map(([, state]) => state),
        wanted.map(([, state]) => state),
      )
      for (const [n, [, state, since]] of listed.entries()) {
        const [, before, sinceBefore] = listed[n - 1] ?? []
        expectThat('the newest first', before !== state || Number(since) <= Number(sinceBefore))
      }
      expectSame('each once', listed.map(([id]) => id).sort(), [...ids].sort())
      const all = (await watchList(context)).map(({ state }) => state)
      const ranks = all.map((state) => [...states, 'stale', 'ended'].indexOf(state))
      expectSame(
        'the whole list',
        ranks,
        [...ranks].sort((a, b) => a - b),
      )
      const first = await (await context.watch()).frame({ type: 'watch_list' })
      expectSame('the stream', shown(first.entries as Entry[]), listed)
    },
  },
  {
    id: 'watch-refused',
    verifies: ['WATCH-103', 'WATCH-204'],
    title: 'no token, unknown and bad parameters',
    needs: ['open', 'token'],
    async run(context) {
      for (const path of ['/api/watch', '/api/watch/stream', '/api/watch/stream?dialect=codex-notify']) {
        expectProblem(await context.http({ path, anonymous: true }), { status: 401, code: 'unauthorized' })
      }
      const bad = [
        ['/api/watch?state=busy', 'state'],
        ['/api/watch/stream?dialect=codex', 'dialect'],
        ['/api/watch/stream?after=1', 'after'],
        ['/api/watch/stream?dialect=codex-notify&agent=claude', 'agent'],
        ['/api/watch/stream?dialect=codex-notify&after=x', 'after'],
        ['/api/watch/stream?dialect=codex-notify&session=1', 'session'],
      ] as const
      for (const [path, field] of bad) {
        expectProblem(await context.http({ path }), { status: 400, code: 'invalid_request', field })
      }
    },
  },
]
