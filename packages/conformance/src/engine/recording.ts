import type { HistoryItem } from '@signalbox/protocol'
import { Context } from './context.js'
import { DrivenSession } from './driven-session.js'
import { expectMatch, held } from './failure.js'
import { is } from './match.js'
import type { Peer } from './peer.js'
import { removeSessions } from './remove-sessions.js'
import { RpcRecorder, type RpcRecording } from './rpc-recording.js'
import type { Target } from './target.js'
import { type Frame, Witness } from './witness.js'

/** What somebody hears who joins in the middle of the turn. */
export interface LateJoin {
  snapshot: Frame
  stream: Frame | undefined
  /** Events from there on, to the end. */
  live: Frame[]
}

/** What somebody hears who joins with a cursor when all is over: without the snapshot and the end of the replay. */
export interface Resumption {
  afterSeq: number
  frames: Frame[]
}

/**
 * One turn in which the agent does everything it can, as everybody hears it. All cases look at the same one: it is what
 * takes time.
 */
export interface Recording {
  sessionId: string
  turnId: string
  /** Of a client that was joined from before the turn; events alone, each without ref. */
  joined: Frame[]
  /** Of one that was joined under naming=dot. */
  dotted: Frame[]
  /** Of one that follows over SSE. */
  streamed: Frame[]
  /** Of one that is signed in and has not joined. */
  idle: Frame[]
  late: LateJoin[]
  /** What is kept, by get_events and over REST. */
  kept: Frame[]
  rest: Frame[]
  resumptions: Resumption[]
  history: HistoryItem[]
  /** A snapshot when all is over. */
  after: Frame
  /** As readers of JSON-RPC hear it. */
  rpc: RpcRecording
  /** Every frame anybody heard, whatever it was about. */
  all: Frame[]
}

export const PROMPT = 'demo:all Show me everything'
/** When the late ones come: while it waits, thinks, writes a call, plans, counts, draws. */
const LATE: readonly object[] = [
  { type: 'permission_requested' },
  { type: 'thinking_progress' },
  { type: 'tool_call_delta' },
  { type: 'plan_step_completed' },
  { type: 'plan_revised' },
  { type: 'usage_update' },
  { type: 'ui.spec_delta' },
]

interface Kept {
  recording: Recording
  witness: Witness
}

const recordings = new WeakMap<Target, Promise<Kept>>()

/** The recording of this gateway, made by the first who asks; what is wrong with its frames is told to each. */
export async function recorded(context: Context): Promise<Recording> {
  const kept = recordings.get(context.target) ?? keepRecording(context.target, record(context))
  const { recording, witness } = await kept
  context.witness.absorb(witness)
  return recording
}

/** From here on this is what cases look at that try this gateway. */
export function keepRecording(target: Target, kept: Promise<Kept>): Promise<Kept> {
  recordings.set(target, held(kept))
  return kept
}

async function record(asking: Context): Promise<Kept> {
  const { target, signal, startGateway } = asking
  const witness = new Witness()
  const context = new Context(target, witness, signal, startGateway)
  try {
    return { recording: await play(context), witness }
  } finally {
    context.end()
    if (target.borrowed) await removeSessions(target, context.sessions())
  }
}

async function play(context: Context): Promise<Recording> {
  const session = await DrivenSession.make(context)
  const { id: sessionId, client } = session
  const dotted = await context.connect({ address: '/ws?naming=dot', naming: 'dot' })
  await dotted.signIn(context.target)
  const [{ lastSeq }] = await dotted.join({ sessionId })
  const [idle, outsider] = [await context.client(), await context.client()]
  const stream = await context.stream(sessionId)
  await stream.replay()
  const recorder = await RpcRecorder.open(context, session)
  const latecomers = await Promise.all(LATE.map(() => context.client()))

  const turn = await session.run(PROMPT, { clientTurnId: 'recorded' })
  const late = latecomers.map((peer, n) => held(joinLate(session, peer, LATE[n] ?? {})))
  // One is there while the first request waits.
  await late[0]
  await answerAll(session, outsider)
  const end = await session.end(turn)
  const last = await session.frame({ type: 'session_updated', session: { name: is.text } }, end)

  const heard = async (peer: Peer, after = lastSeq) => {
    await peer.frame({ sessionId, seq: last.seq })
    return eventsOf(peer.of(sessionId), after)
  }
  await stream.frame({ seq: last.seq })
  const joined = await heard(client)
  const inTheMiddle = joined.findLast(({ type }) => type === 'text_delta')
  const cursors = [0, Number(turn.started.seq), Number(inTheMiddle?.seq), Number(last.seq)]
  const live = (await Promise.all(late)).map(async ({ peer, snapshot, stream }) => {
    return { snapshot, stream, live: await heard(peer, snapshot.lastSeq) }
  })
  const [after] = await outsider.join({ sessionId })
  const recording = {
    sessionId,
    turnId: turn.turnId,
    joined,
    dotted: await heard(dotted),
    idle: await heard(idle),
    streamed: eventsOf(
      stream.blocks.map(({ frame }) => frame),
      lastSeq,
    ),
    late: await Promise.all(live),
    kept: await session.kept(),
    rest: await context.events(sessionId),
    resumptions: await Promise.all(cursors.map((afterSeq) => resume(context, sessionId, afterSeq))),
    history: (await session.ask({ type: 'get_history' })).items as HistoryItem[],
    after,
    rpc: await recorder.finish(turn.turnId),
  }
  return { ...recording, all: context.frames() }
}

/** The agent asks three times: one who runs the turn answers, one who has not even joined, and a no. */
async function answerAll(session: DrivenSession, outsider: Peer): Promise<void> {
  const first = await session.frame({ type: 'permission_requested' })
  const yes = { type: 'respond_permission', requestId: first.requestId, approved: true, message: 'Go on' }
  expectMatch('the first answer', await session.ask(yes), { type: 'approval_resolved' })
  const { requestId, ...question } = await session.frame({ type: 'question_requested' }, first)
  const answers = { strategy: 'incremental', tests: 'yes', note: 'Take care' }
  const answered = await session.ask({ type: 'answer_question', requestId, answers }, outsider)
  expectMatch('the second answer', answered, { type: 'question_resolved', requestId })
  const asked = { type: 'permission_requested', seq: is.atLeast(Number(question.seq)) }
  const second = await session.frame(asked)
  const no = { type: 'respond_permission', requestId: second.requestId, approved: false, remember: true }
  expectMatch('the third answer', await session.ask(no), { type: 'approval_resolved' })
}

async function joinLate(session: DrivenSession, peer: Peer, when: object) {
  await session.frame(when)
  const [snapshot, ...rest] = await peer.join({ sessionId: session.id })
  return { peer, snapshot, stream: rest.find(({ type }) => type === 'stream_snapshot') }
}

async function resume(context: Context, sessionId: string, afterSeq: number): Promise<Resumption> {
  const peer = await context.client()
  const [, ...frames] = await peer.join({ sessionId, afterSeq })
  return { afterSeq, frames: frames.slice(0, -1) }
}

/** The events after a number, each without the ref it has for one alone. */
function eventsOf(frames: readonly Frame[], after: unknown): Frame[] {
  const events = frames.filter(({ seq }) => Number(seq) > Number(after))
  return events.map(({ ref: _, ...event }) => event as Frame)
}
