import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder } from '../engine/in-order.js'
import { is } from '../engine/match.js'
import type { OwnGateway } from '../engine/own-gateway.js'
import type { Peer } from '../engine/peer.js'
import type { Target } from '../engine/target.js'
import type { Frame } from '../engine/witness.js'

/** How the gateway ends, and what the session is told of it. */
const ENDINGS = [
  ['killed', 'GATEWAY-691', (gateway: OwnGateway) => gateway.kill(), 'gateway_restarted'],
  ['stopped', 'GATEWAY-692', (gateway: OwnGateway) => gateway.stop(), 'gateway_stopped'],
] as const

/** A turn that was wished for with an id of the client's own, and the turn it became. */
type Wish = readonly [wish: { text: string; clientTurnId: string }, turnId: unknown]

const OVER = { text: 'Hello before', clientTurnId: 'over' }

/** A session as somebody left it who was cut off. */
interface Left {
  session: DrivenSession
  turnId: string
  wishes: Wish[]
  cursor: { afterSeq: unknown; epoch: unknown }
  heard: Frame[]
}

/** Sent again, both are known: nothing starts. */
async function expectKnown(client: Peer, { session, wishes }: Left): Promise<void> {
  const sessionId = session.id
  const head = async () => (await client.join({ sessionId }))[0].lastSeq
  const before = await head()
  for (const [wish, turnId] of wishes) {
    const again = await client.ask({ type: 'run_turn', sessionId, ...wish })
    const { clientTurnId } = wish
    expectMatch(`the turn that is ${clientTurnId}`, again, { type: 'turn_started', turnId, clientTurnId })
    const other = await client.ask({ type: 'run_turn', sessionId, clientTurnId, text: 'Something else' })
    expectMatch('with another text', other, { code: 'Conflict', field: 'clientTurnId' })
  }
  expectSame('nothing happened', await head(), before)
}

async function startedIn(context: Context, dataDir: string) {
  const gateway = await context.startGateway({ dataDir })
  const target: Target = { url: gateway.url, token: gateway.token, has: new Set() }
  return { gateway, target }
}

/** A turn in the middle: what was heard of it, up to a frame that fits. */
async function begun(context: Context, target: Target, prompt: string, wanted: object) {
  const session = await DrivenSession.make(context, { name: context.name() }, target)
  const [over] = await session.play(OVER.text, OVER)
  const { turnId } = await session.run(prompt, { clientTurnId: 'cut off' })
  await session.frame(wanted)
  const [{ epoch }] = await session.client.join({ sessionId: session.id })
  const wishes: Wish[] = [
    [OVER, over?.turnId],
    [{ text: prompt, clientTurnId: 'cut off' }, turnId],
  ]
  return { session, turnId, epoch, wishes }
}

function left({ session, epoch, ...rest }: Awaited<ReturnType<typeof begun>>): Left {
  const heard = session.client.of(session.id).filter(({ seq }) => seq !== undefined)
  return { ...rest, session, heard, cursor: { afterSeq: heard.at(-1)?.seq, epoch } }
}

/** Joins again where it was left: what was missed. */
async function comeBack(context: Context, target: Target, { session, cursor }: Left) {
  const client = await context.client(target)
  const [snapshot, ...rest] = await client.join({ sessionId: session.id, ...cursor })
  return { client, snapshot, missed: rest.slice(0, -1) }
}

/** Pauses the gateway and the session; what is said of the gateway. */
async function pauseAll(session: DrivenSession): Promise<Frame> {
  expectMatch('the session', await session.ask({ type: 'pause_session' }), { type: 'session_paused' })
  const { ref: _, ...state } = await session.client.ask({ type: 'pause_gateway' })
  return state
}

/** After a restart both are as they were, until they are resumed. */
async function resumeAll(
  context: Context,
  target: Target,
  { id: sessionId }: DrivenSession,
  paused: Frame,
): Promise<void> {
  const client = await context.client(target)
  expectMatch('it is still paused', await client.ask({ type: 'get_gateway_state' }), paused)
  const hello = { type: 'run_turn', sessionId, text: 'Hello' }
  expectMatch('a turn', await client.ask(hello), { code: 'Paused', message: 'paused' })
  await client.ask({ type: 'resume_gateway' })
  expectMatch('in the session', await client.ask(hello), { code: 'Paused', message: 'thread is paused' })
  const resumed = await client.ask({ type: 'resume_session', sessionId })
  expectMatch('resumed', resumed, { type: 'session_resumed', session: { paused: false } })
}

/** A gateway that ends in the middle of turns. */
export const restarts: readonly ConformanceCase[] = ENDINGS.map(
  ([how, requirement, end, reason]): ConformanceCase => ({
    id: `restart-${how}`,
    verifies: [requirement, 'GATEWAY-693', 'GATEWAY-694', 'GATEWAY-672', 'GATEWAY-673', 'GATEWAY-698'],
    title: `${how} while paused, one agent waiting and another talking: both turns end, and it is still paused`,
    needs: ['own'],
    beside: true,
    async run(context) {
      const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-conformance-'))
      try {
        const before = await startedIn(context, dataDir)
        const beginnings = await Promise.all([
          begun(context, before.target, 'demo:usage demo:plan demo:permission', { type: 'attention_raised' }),
          begun(context, before.target, 'demo:slow', { type: 'text_delta', text: is.like(/Beat 2/) }),
        ])
        const [{ plan, usage }] = await beginnings[0].session.client.join({
          sessionId: beginnings[0].session.id,
        })
        const [waiting, talking] = beginnings.map(left) as [Left, Left]
        const paused = await pauseAll(waiting.session)
        await end(before.gateway)
        const { target, gateway } = await startedIn(context, dataDir)
        await resumeAll(context, target, waiting.session, paused)
        for (const one of [waiting, talking]) {
          const { client, snapshot, missed } = await comeBack(context, target, one)
          const { id: sessionId } = one.session
          expectMatch('the snapshot', snapshot, {
            epoch: one.cursor.epoch,
            session: { status: 'inactive' },
            currentTurn: null,
            pendingRequests: [],
            attention: [],
          })
          expectInOrder('what was missed', missed, [
            { type: 'turn_error', turnId: one.turnId, code: 'AGENT_DISCONNECTED', message: is.text },
            { type: 'session_state', state: 'error' },
            { type: 'session_state', state: 'inactive', reason },
            { type: 'session_updated', session: { status: 'inactive' } },
          ])
          const seqs = missed.filter(({ type }) => type !== 'gap').map(({ seq }) => Number(seq))
          expectThat('no number is used again', Math.min(...seqs) > Number(one.cursor.afterSeq))
          await expectKnown(client, one)
          const next = await client.ask({ type: 'run_turn', sessionId, text: 'Hello' })
          expectMatch('the next turn', next, { type: 'turn_started' })
          await client.frame({ type: 'turn_complete', turnId: next.turnId })
        }
        const asked = waiting.heard.find(({ type }) => type === 'permission_requested')
        const requestId = asked?.requestId
        const back = await comeBack(context, target, waiting)
        const [closed] = expectInOrder('the request', back.missed, [
          { type: 'request_closed', requestId, reason: 'withdrawn' },
          { type: 'attention_cleared', requestId, reason: 'withdrawn' },
          { type: 'turn_error' },
        ])
        const answer = {
          type: 'respond_permission',
          sessionId: waiting.session.id,
          requestId,
          approved: true,
        }
        const late = await back.client.ask(answer)
        expectMatch('a late answer', late, { code: 'RequestAlreadyResolved', at: closed?.ts })
        expectSame('the plan', back.snapshot.plan, plan)
        expectMatch('usage', back.snapshot.usage, usage)
        await gateway.stop()
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  }),
)
