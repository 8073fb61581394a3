import {
  type JsonObject,
  REMEMBERED_BY_TOOL,
  type RequestEntry,
  rememberedKey,
  type SessionMeta,
} from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'
import { type AskedPermission, permissionOf } from './asked.js'

/** What an agent in a terminal would be told to allow from now on: each text says one thing, all of them together. */
export type StandingOffer = readonly string[]

/** Longer than this is not remembered, so it is not offered. */
const LONGEST_KEY = 4096
const SHOWN = 200

/** What "always allow" would allow, precisely; empty where it would allow nothing, so it is not offered. */
export function standingOffer(
  entry: Pick<RequestEntry, 'kind' | 'data'>,
  session: Pick<SessionMeta, 'origin' | 'agentType'> | undefined,
): StandingOffer {
  if (entry.kind !== 'permission' || !session) return []
  const asked = permissionOf(entry)
  if (asked.toolName === 'ExitPlanMode') return []
  if (session.origin === 'driven') return bySession(asked, entry)
  const offer = Object.hasOwn(BY_AGENT, session.agentType) ? BY_AGENT[session.agentType] : undefined
  return (offer?.(asked) ?? []).map((text) => short(text))
}

/** Signalbox itself remembers: by the tool where that is harmless enough, else all that was asked must be the same. */
function bySession(asked: AskedPermission, { data }: Pick<RequestEntry, 'data'>): StandingOffer {
  if (rememberedKey(data as JsonObject).length > LONGEST_KEY) return []
  const tool = short(asked.toolName)
  if (REMEMBERED_BY_TOOL.includes(asked.toolKind))
    return [`Every use of ${tool}, on anything, in this session`]
  if (asked.command !== '') return [`Exactly this command, in this session: ${short(asked.command)}`]
  return [`Exactly this call of ${tool}, in this session`]
}

/** Agents in terminals remember by themselves, each in its own way. Others do not, or do not say what. */
const BY_AGENT: Readonly<Record<string, (asked: AskedPermission) => readonly string[]>> = {
  claude: (asked) => {
    // It is told the rules it proposes itself; another mode would allow far more than what is asked.
    const rules = asked.suggestions.filter(({ value }) => value.type === 'addRules').map(({ text }) => text)
    return rules.length > 0 ? rules : sameAgain(asked)
  },
  opencode: ({ suggestions }) => suggestions.map(({ text }) => text),
}

/** Where Claude Code proposes no rule: the same command, the same file, else the tool. */
function sameAgain({ toolName, args, command }: AskedPermission): readonly string[] {
  const path = args.file_path
  const isFile = typeof path === 'string' && path.startsWith('/')
  // A star in a rule stands for anything, so none is made of it.
  const exactly = toolName === 'Bash' ? command : isFile ? path : undefined
  if (exactly?.includes('*') || (toolName === 'Bash' && command === '')) return []
  if (exactly === undefined) return [`Every use of ${toolName}, for this session`]
  if (toolName === 'Bash') return [`Exactly this command, for this session: ${exactly}`]
  const use = toolName === 'Read' ? 'reading of' : 'change of'
  return [`Every ${use} ${exactly}, for this session`]
}

function short(text: string): string {
  const line = neutralise(text.slice(0, SHOWN * 8))
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line
}
