import { type Json, type JsonObject, normaliseType, type Source } from '@signalbox/protocol'
import type { TextOrigin } from '@signalbox/protocol/clean'
import type { HookedAgent } from '@signalbox/protocol/harmonize'
import { codexEventNamed } from '@signalbox/protocol/watch'
import { nativeId } from '../native-id.js'
import { textOrigin } from '../text-origin.js'
import type { HookContext } from './hook-context.js'
import { fieldOf, isObject } from './json-object.js'

/** A hook payload, read: what all hooks of an agent have, and its fields by name. */
export interface HookPayload {
  agent: HookedAgent
  source: Source
  /** The agent's own name of the hook; null where there is none. */
  nativeType: string | null
  /** Where that name should have been. */
  namedBy: string
  session: string
  turn: string | undefined
  /** Of agents that do not say which turn it is: what tells this run of the hook from every other. */
  run: string | undefined
  /** The helper of the agent it happened in, where that was not the agent itself. */
  subagent: string | undefined
  /** Whether a second end of the same turn is the first one told again. */
  endsOnce: boolean
  cwd: string | undefined
  origin: TextOrigin
  /** The payload as it came, and what its client knew beside it. */
  raw: string
  value: JsonObject
  context: HookContext
  field(name: string): Json | undefined
  /** A text; undefined for what is none. */
  text(name: string): string | undefined
}

/** Where a payload has what every hook has. */
interface Places {
  session: Json | undefined
  name: Json | undefined
  namedBy: string
  turn?: Json | undefined
  run?: Json | undefined
  subagent?: Json | undefined
  cwd: Json | undefined
  fields: JsonObject
}

interface Reader {
  places(value: JsonObject): Places
  /** Claude Code may go on after a stop. */
  endsOnce: boolean
}

const READERS: Readonly<Record<HookedAgent, Reader>> = {
  claude: { endsOnce: false, places: (value) => ({ ...hookPlaces(value), turn: value.prompt_id }) },
  codex: {
    endsOnce: true,
    places: (value) => notifyPlaces(value) ?? { ...hookPlaces(value), turn: value.turn_id },
  },
  // It has no ids of turns or calls; the time is taken once for all hooks of one event.
  gemini: { endsOnce: true, places: (value) => ({ ...hookPlaces(value), run: value.timestamp }) },
  opencode: { endsOnce: true, places: pluginPlaces },
}

function hookPlaces(value: JsonObject): Places {
  return {
    session: value.session_id,
    name: value.hook_event_name,
    namedBy: 'hook_event_name',
    subagent: value.agent_id,
    cwd: value.cwd,
    fields: value,
  }
}

/** What Codex gives its notify program may come here too: it has a type and a thread instead. */
function notifyPlaces(value: JsonObject): Places | undefined {
  if (typeof value.hook_event_name === 'string' || typeof value.type !== 'string') return undefined
  const type = normaliseType(value.type)
  return {
    session: value['thread-id'] ?? value.thread_id ?? value.session_id,
    name: codexEventNamed(type) ?? type,
    namedBy: 'type',
    turn: value['turn-id'] ?? value.turn_id,
    cwd: value.cwd,
    fields: value,
  }
}

/**
 * What the plugin for opencode posts: `{session_id, agent_id?, turn_id?, directory?, event: {id?, type, properties}}`.
 * `session_id` is the session a person sees and `agent_id` the one of a subtask in it; `turn_id` is the message that
 * began the turn; `event` is one of the bus as it came, or `{input, output}` of a function of the plugin as properties.
 */
function pluginPlaces(value: JsonObject): Places {
  const properties = fieldOf(value.event, 'properties')
  return {
    session: value.session_id,
    name: fieldOf(value.event, 'type'),
    namedBy: 'event.type',
    turn: value.turn_id,
    run: fieldOf(value.event, 'id'),
    subagent: value.agent_id,
    cwd: value.directory,
    fields: isObject(properties) ? properties : {},
  }
}

/** Reads the fields of a payload; undefined when it names no session. */
export function hookPayload(
  agent: HookedAgent,
  value: JsonObject,
  raw: string,
  context: HookContext = {},
): HookPayload | undefined {
  const { places, endsOnce } = READERS[agent]
  const { session: id, name, namedBy, turn, run, subagent, cwd, fields } = places(value)
  const session = typeof id === 'string' ? nativeId(id) : undefined
  if (session === undefined) return undefined
  const nativeType = typeof name === 'string' ? name.slice(0, 100) || null : null
  const field = (name: string) => fieldOf(fields, name)
  return {
    agent,
    source: { agent, via: 'hook', ...(nativeType === null ? {} : { nativeType }) },
    nativeType,
    namedBy,
    session,
    turn: nativeId(turn),
    run: nativeId(run),
    subagent: typeof subagent === 'string' ? nativeId(subagent) : undefined,
    endsOnce,
    cwd: typeof cwd === 'string' && cwd !== '' ? cwd : undefined,
    origin: textOrigin(value),
    raw,
    value,
    context,
    field,
    text(name) {
      const told = field(name)
      return typeof told === 'string' ? told : undefined
    },
  }
}
