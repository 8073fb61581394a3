import type { Json, JsonObject, Source } from '@signalbox/protocol'
import type { TextOrigin } from '@signalbox/protocol/clean'
import type { HookedAgent } from '@signalbox/protocol/harmonize'
import { nativeId } from '../native-id.js'
import { textOrigin } from '../text-origin.js'

/** A hook payload, read: what all hooks of an agent have, and its fields by name. */
export interface HookPayload {
  agent: HookedAgent
  source: Source
  /** The agent's own name of the hook; null where there is none. */
  nativeType: string | null
  session: string
  turn: string | undefined
  /** Whether a second end of the same turn is the first one told again. */
  endsOnce: boolean
  cwd: string | undefined
  origin: TextOrigin
  /** The payload as it came. */
  raw: string
  field(name: string): Json | undefined
  /** A text; undefined for what is none. */
  text(name: string): string | undefined
}

/** Where each agent says which turn it is, and whether that turn ends only once: Claude Code may go on after a stop. */
const TURNS: Readonly<Record<HookedAgent, { field: string; endsOnce: boolean }>> = {
  claude: { field: 'prompt_id', endsOnce: false },
  codex: { field: 'turn_id', endsOnce: true },
}

/** Reads the fields of a payload; undefined when it names no session. */
export function hookPayload(agent: HookedAgent, value: JsonObject, raw: string): HookPayload | undefined {
  const field = (name: string) => (Object.hasOwn(value, name) ? value[name] : undefined)
  const text = (name: string) => {
    const told = field(name)
    return typeof told === 'string' ? told : undefined
  }
  const id = field('session_id')
  const session = typeof id === 'string' ? nativeId(id) : undefined
  if (session === undefined) return undefined
  const nativeType = text('hook_event_name')?.slice(0, 100) || null
  return {
    agent,
    source: { agent, via: 'hook', ...(nativeType === null ? {} : { nativeType }) },
    nativeType,
    session,
    turn: nativeId(field(TURNS[agent].field)),
    endsOnce: TURNS[agent].endsOnce,
    cwd: text('cwd') || undefined,
    origin: textOrigin(value),
    raw,
    field,
    text,
  }
}
