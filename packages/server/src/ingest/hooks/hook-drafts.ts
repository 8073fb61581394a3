import type { Draft, JsonObject } from '@signalbox/protocol'
import { messageItem, turnFact } from '../turn-fact.js'
import type { HookPayload } from './hook-payload.js'

/** A hook that cannot be what its name says, and why. */
export class UnfitHook extends Error {}

/** A draft of a hook that stands in no turn. */
export function told({ source }: HookPayload, type: Draft['type'], data: JsonObject): Draft {
  return { type, source, data }
}

/** A draft in the turn of its hook. `what` and `item` say which happening it is, whoever tells it. */
export function inTurn(
  hook: HookPayload,
  type: Draft['type'],
  data: JsonObject,
  what: string,
  item?: string,
): Draft {
  const { source, session, turn, run } = hook
  const key = turn ?? run
  return {
    type,
    source,
    data,
    ...(turn === undefined ? {} : { nativeTurnId: turn }),
    ...(key === undefined ? {} : { fact: turnFact(what, session, key, item) }),
  }
}

/** Notes that the turn began, so that a prompt which comes late does not begin it again. */
export function turnStarted(hook: HookPayload): Draft[] {
  return hook.turn === undefined ? [] : [inTurn(hook, 'turn_started', {}, 'turn_started')]
}

/** The same end told twice is one; where a turn may end again, it is the same when the last words are. */
export function turnEnd(hook: HookPayload, type: Draft['type'], data: JsonObject, words: string): Draft {
  const draft = inTurn(hook, type, data, 'turn_end', hook.endsOnce ? undefined : messageItem(words))
  return hook.turn === undefined ? draft : { ...draft, source: { ...hook.source, nativeId: hook.turn } }
}

/** What a draft says of the helper it happened in. */
export function subagentOf({ subagent }: HookPayload): JsonObject {
  return subagent === undefined ? {} : { subagentId: subagent }
}

/** A text the hook cannot be without. */
export function required(hook: HookPayload, name: string): string {
  const text = hook.text(name)
  if (text === undefined || text === '') throw new UnfitHook(`${name} must be a text`)
  return text
}
