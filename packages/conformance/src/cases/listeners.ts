import type { ConformanceCase } from '../case.js'
import { type Context, sessionPath } from '../engine/context.js'
import { expectProblem } from '../engine/exchange.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import { is } from '../engine/match.js'
import { NOTIFICATION } from './signalling.js'
import { Terminal } from './terminal.js'

const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } }

/** The listeners of a session, over REST. */
function listenersOf(context: Context, session: string) {
  const path = `${sessionPath(session)}/listeners`
  return {
    add: (body: object) =>
      context.http({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body }),
    list: async () => (await context.http({ path })).json,
    remove: (listener: string) =>
      context.http({ method: 'DELETE', path: `${path}/${encodeURIComponent(listener)}` }),
  }
}

async function idle(context: Context): Promise<Terminal> {
  const terminal = new Terminal(context, 'claude')
  await terminal.tell('SessionStart', { source: 'startup' })
  return terminal
}

/** Sessions that are told of others. */
export const listeners: readonly ConformanceCase[] = [
  {
    id: 'listeners-told',
    verifies: ['HARMONIZE-100', 'HARMONIZE-102'],
    title: 'one listens, is told what the other needs and that it is done, and listens no more',
    async run(context) {
      const [worker, boss, client] = [await idle(context), await idle(context), await context.client()]
      const { add, list, remove } = listenersOf(context, worker.name)
      const listener = await boss.id()
      await client.join({ sessionId: boss.name })
      for (const named of [boss.name, listener]) {
        expectMatch('added', await add({ listener: named }), {
          status: 200,
          json: { listener, since: is.number },
        })
      }
      expectMatch('listed once', await list(), { listeners: [{ listener }] })
      await worker.hold('PermissionRequest', bash)
      const told = { ...NOTIFICATION, sessionId: listener, notification_type: 'peer_message' }
      await client.frame({ ...told, message: is.like(/needs a permission: npm test$/) })
      await worker.answer({ approved: true })
      await worker.tell('Stop', { last_assistant_message: 'All done.' })
      await client.frame({ ...told, message: is.like(/is done: All done\.$/) })
      // A late one is no news.
      await worker.tell('UserPromptSubmit', { prompt: 'Old', prompt_id: 'p0' }, { late: '1' })
      await worker.tell('Stop', { last_assistant_message: 'Old.', prompt_id: 'p0' }, { late: '1' })
      const removed = await remove(boss.name)
      expectSame('removed', [removed.status, removed.text], [204, ''])
      expectMatch('nobody listens', await list(), { listeners: [] })
      await worker.tell('UserPromptSubmit', { prompt: 'Go on', prompt_id: 'p2' })
      await worker.tell('Stop', { last_assistant_message: 'More.', prompt_id: 'p2' })
      // What a third one listens to is told after all that came before it.
      const other = await idle(context)
      await listenersOf(context, other.name).add({ listener: boss.name })
      await other.tell('Stop', { last_assistant_message: 'Other.' })
      await client.frame({ ...told, message: is.like(/is done: Other\.$/) })
      const messages = client
        .of(listener)
        .flatMap(({ type, message }) => (type === NOTIFICATION.type ? [message] : []))
      expectMatch('each once', messages, [is.like(/npm test$/), is.like(/All done\.$/), is.like(/Other\.$/)])
    },
  },
  {
    id: 'listeners-refused',
    verifies: ['HARMONIZE-101'],
    title: 'no listener, itself, nobody, and one that does not listen',
    async run(context) {
      const [worker, boss] = [await idle(context), await idle(context)]
      const { add, list, remove } = listenersOf(context, worker.name)
      const invalid = { status: 400, code: 'invalid_request', field: 'listener' }
      for (const body of [{}, { listener: '' }, { listener: 7 }, { listener: worker.name }]) {
        expectProblem(await add(body), invalid)
      }
      const unknown = { status: 404, code: 'session_not_found' }
      expectProblem(await add({ listener: context.name() }), { ...unknown, field: 'listener' })
      expectProblem(await listenersOf(context, context.name()).add({ listener: boss.name }), unknown)
      expectProblem(await remove(boss.name), { status: 404, code: 'not_found' })
      expectMatch('nobody listens', await list(), { listeners: [] })
    },
  },
]
