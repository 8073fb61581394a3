import { EVENT_CHAPTERS, type EventType, typeNamed } from '@signalbox/protocol'
import { ANY, type ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectSame } from '../engine/failure.js'
import { fieldsOf } from '../engine/fields-of.js'
import { recorded } from '../engine/recording.js'
import type { Frame } from '../engine/witness.js'
import { CONTRACT_FIELDS, SHOWN_ELSEWHERE } from './contract-fields.js'
import { cutInterface } from './cut-interface.js'

/** The chapters all of which a gateway with an agent of its own shows. */
const CHAPTERS = ['connection', 'session', 'replay', 'turn', 'tool', 'request', 'plan', 'ui']
/** Of agents that are watched from outside: they come with the doors of those agents. */
const NOT_DRIVEN: readonly EventType[] = ['session_ended']

/** Plays a prompt to an end; every frame its client heard. */
type Scene = (context: Context) => Promise<readonly Frame[]>

const named = (context: Context) => DrivenSession.make(context, { name: context.name() })

const SCENES: readonly Scene[] = [
  async (context) => {
    const session = await named(context)
    await session.play('demo:error')
    await session.client.ask({ type: 'ping', ts: 1 })
    await session.client.ask({ type: 'list_sessions', limit: 5 })
    await session.client.ask({ type: 'ping' })
    await session.client.ask({ type: 'get_gateway_state' })
    for (const change of ['archive', 'unarchive', 'pause', 'resume'])
      await session.ask({ type: `${change}_session` })
    await session.ask({ type: 'delete_session' })
    return session.client.frames
  },
  async (context) => {
    const session = await named(context)
    await session.play('demo:long:18:65536')
    return session.client.frames
  },
  async (context) => {
    const session = await named(context)
    await session.ask({ type: 'switch_mode', mode: 'plan' })
    await session.ask({ type: 'set_autonomy_profile', profile: 'never_ask' })
    const settings = { coalesceMs: 5, idleCloseMs: 60_000 }
    await session.ask({ type: 'update_session_settings', settings })
    await session.play('demo:permission demo:question')
    return session.client.frames
  },
  async (context) => {
    const session = await named(context)
    const turn = await session.run('demo:question')
    const { requestId } = await session.frame({ type: 'question_requested' })
    await session.ask({ type: 'steer', content: 'Go left' })
    await session.ask({ type: 'stop_turn' })
    await session.end(turn)
    await session.ask({ type: 'answer_question', requestId, answers: { strategy: 'big-bang' } })
    return session.client.frames
  },
  async (context) => {
    const session = await named(context)
    const turn = await session.run('demo:permission')
    const { requestId } = await session.frame({ type: 'permission_requested' })
    const answer = { type: 'respond_permission', requestId, approved: true }
    await session.ask(answer)
    await session.ask(answer)
    await session.end(turn)
    await session.client.ask({ type: 'list_requests', limit: 1000 })
    await session.client.ask({ type: 'list_attention', status: 'cleared', limit: 1000 })
    return session.client.frames
  },
  async (context) => {
    const session = await named(context)
    await cutInterface(session)
    return session.client.frames
  },
]

/** Every event there is, with every field. */
export const everyEvent: readonly ConformanceCase[] = [
  {
    id: 'every-event',
    verifies: ['GATEWAY-413', 'GATEWAY-405'],
    title: 'every event of a driven session comes, with every field the contract names',
    needs: ANY,
    beside: true,
    async run(context) {
      const [{ all }, ...scenes] = await Promise.all([
        recorded(context),
        ...SCENES.map((scene) => scene(context)),
      ])
      const seen = new Map<EventType, Set<string>>()
      for (const frame of [...all, ...scenes.flat()]) {
        const type = typeNamed(frame.type)
        if (type === undefined) continue
        const fields = seen.get(type) ?? new Set()
        for (const field of fieldsOf(frame)) fields.add(field)
        seen.set(type, fields)
      }
      const wanted = Object.entries(CONTRACT_FIELDS) as [EventType, readonly string[]][]
      const missing = wanted.flatMap(([type, fields]) => {
        const known = seen.get(type)
        if (!known) return [type]
        return fields.filter((field) => !known.has(field)).map((field) => `${type}.${field}`)
      })
      expectSame('what is missing', missing.join(', '), '')
      const types = EVENT_CHAPTERS.filter(({ id }) => CHAPTERS.includes(id)).flatMap(({ types }) => types)
      const listed = new Set([...Object.keys(CONTRACT_FIELDS), ...SHOWN_ELSEWHERE, ...NOT_DRIVEN])
      expectSame(
        'types of these chapters that nobody asks for',
        types.filter((type) => !listed.has(type)),
        [],
      )
    },
  },
]
