import { ANY, type ConformanceCase } from '../case.js'
import { DrivenSession } from '../engine/driven-session.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { expectInOrder, expectNone } from '../engine/in-order.js'
import type { Frame } from '../engine/witness.js'

/** The three messages, what answers each, and where the snapshot shows it. */
const CHANGES = [
  ['switch_mode', { mode: 'plan' }, 'mode_switched', { mode: 'plan' }],
  [
    'set_autonomy_profile',
    { profile: 'auto_pilot' },
    'autonomy_profile_updated',
    { autonomyProfile: 'auto_pilot' },
  ],
  [
    'update_session_settings',
    { settings: { coalesceMs: 25 } },
    'session_settings_updated',
    { settings: { coalesceMs: 25, idleCloseMs: 3_600_000 } },
  ],
] as const

const pieces = (frames: readonly Frame[]) => frames.filter(({ type }) => type === 'text_delta').length

/** How a session is treated and how its agent works. */
export const settings: readonly ConformanceCase[] = [
  {
    id: 'settings-scope',
    verifies: ['GATEWAY-225', 'GATEWAY-226', 'GATEWAY-227', 'GATEWAY-661', 'GATEWAY-662', 'GATEWAY-611'],
    title: 'a change reaches who asked and who joined, nobody else; it is kept, and in every snapshot',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const [asking, idle] = [await context.client(), await context.client()]
      const [before] = await asking.join({ sessionId: session.id })
      asking.send({ type: 'leave_session', sessionId: session.id })
      const settings = { coalesceMs: 10, idleCloseMs: 3_600_000 }
      const defaults = { mode: 'implement', autonomyProfile: 'ask_every_time', settings }
      expectMatch('before', before, defaults)
      for (const [type, fields, event, shown] of CHANGES) {
        const { ref: _, ...answer } = await session.ask({ type, ...fields }, asking)
        expectMatch(`the answer to ${type}`, answer, { type: event, ...fields })
        expectSame('who joined', await session.frame({ type: event }), answer)
        expectInOrder('it is kept', await session.kept(), [answer])
        const [snapshot] = await session.client.join({ sessionId: session.id })
        expectMatch('the snapshot', snapshot, shown)
      }
      await idle.ask({ type: 'ping', ts: 1 })
      for (const [, , type] of CHANGES) expectNone('nobody else', idle.of(session.id), { type })
      const partly = { type: 'update_session_settings', settings: { idleCloseMs: 60_000 } }
      expectMatch('only what changed', await session.ask(partly), { settings: partly.settings })
      const [after] = await session.client.join({ sessionId: session.id })
      expectSame('the other setting stays', after.settings, { coalesceMs: 25, idleCloseMs: 60_000 })
    },
  },
  {
    id: 'settings-merge',
    verifies: ['GATEWAY-666', 'GATEWAY-227', 'GATEWAY-662'],
    title:
      'updates one after the other, before and after the agent started: each leaves what it does not name',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      const changeAll = async (changes: readonly object[]) => {
        let wanted: object = (await session.client.join({ sessionId: session.id }))[0].settings as object
        for (const settings of changes) {
          await session.ask({ type: 'update_session_settings', settings })
          wanted = { ...wanted, ...settings }
          const [snapshot] = await session.client.join({ sessionId: session.id })
          expectSame(`after ${JSON.stringify(settings)}`, snapshot.settings, wanted)
        }
      }
      await changeAll([{ idleCloseMs: 60_000 }, { coalesceMs: 25 }, {}, { idleCloseMs: 70_000 }])
      await session.play('Hello')
      await changeAll([{ coalesceMs: 35 }, { idleCloseMs: 80_000 }, { coalesceMs: 0, idleCloseMs: 0 }])
    },
  },
  {
    id: 'settings-created-mode',
    verifies: ['GATEWAY-664', 'GATEWAY-225'],
    title: 'the mode a session is made with, or switched to, is the one its agent works in',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name(), mode: 'ideate' })
      const said = async () => {
        const frames = await session.play('Hello')
        return String(frames.find(({ type }) => type === 'turn_complete')?.finalText)
      }
      expectThat('as it was made', (await said()).startsWith('[ideate mode] '))
      await session.ask({ type: 'switch_mode', mode: 'high_agency' })
      expectThat('as it was switched', (await said()).startsWith('[high_agency mode] '))
      await session.ask({ type: 'switch_mode', mode: 'implement' })
      expectThat('as it was before', (await said()).startsWith('You said'))
    },
  },
  {
    id: 'settings-coalesce',
    verifies: ['GATEWAY-663', 'GATEWAY-666', 'GATEWAY-609'],
    title: 'pieces of text are gathered for coalesceMs: with 1000 far fewer than with 0, the text the same',
    needs: ANY,
    beside: true,
    async run(context) {
      const [fine, coarse] = await Promise.all(
        [0, 1000].map(async (coalesceMs) => {
          const session = await DrivenSession.make(context, { name: context.name() })
          await session.ask({ type: 'update_session_settings', settings: { coalesceMs } })
          await session.play('Hello')
          await session.ask({ type: 'update_session_settings', settings: { idleCloseMs: 60_000 } })
          return session.play('demo:text')
        }),
      )
      const [many, few] = [pieces(fine ?? []), pieces(coarse ?? [])]
      expectThat(`with 1000 ms ${few} pieces, with none ${many}`, few >= 1 && few * 3 <= many)
      const final = (frames: readonly Frame[] = []) => frames.find(({ type }) => type === 'turn_complete')
      expectSame('the text', final(coarse)?.finalText, final(fine)?.finalText)
    },
  },
  {
    id: 'settings-idle-close',
    verifies: ['GATEWAY-665', 'GATEWAY-501'],
    title: 'an agent that nobody needs for idleCloseMs is ended; the next turn starts one again',
    needs: ANY,
    beside: true,
    async run(context) {
      const session = await DrivenSession.make(context, { name: context.name() })
      await session.ask({ type: 'update_session_settings', settings: { idleCloseMs: 1 } })
      await session.play('Hello')
      const gone = await session.frame({ type: 'session_state', state: 'inactive', reason: 'idle' })
      const states = session.client.of(session.id).filter(({ type }) => type === 'session_state')
      expectSame(
        'the states',
        states.slice(0, states.indexOf(gone) + 1).map(({ state }) => state),
        ['activating', 'ready', 'running', 'ready', 'deactivating', 'inactive'],
      )
      await session.ask({ type: 'update_session_settings', settings: { idleCloseMs: 0 } })
      await session.play('Hello again')
    },
  },
]
