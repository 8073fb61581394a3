import type { HookName } from './canonical-activity.js'

/** The agents whose hooks are taken, and what each of their names is called here. What stands not here is unknown. */
export const NATIVE_HOOKS = {
  claude: {
    SessionStart: 'session_start',
    UserPromptSubmit: 'user_prompt_submit',
    PreToolUse: 'tool_use',
    PostToolUse: 'tool_done',
    PostToolUseFailure: 'tool_done',
    Notification: 'notification',
    Stop: 'agent_stop',
    StopFailure: 'error',
    SessionEnd: 'session_end',
  },
  codex: {
    SessionStart: 'session_start',
    UserPromptSubmit: 'user_prompt_submit',
    PreToolUse: 'tool_use',
    PostToolUse: 'tool_done',
    Notification: 'notification',
    Stop: 'agent_stop',
    SessionEnd: 'session_end',
  },
} as const satisfies Record<string, Readonly<Record<string, HookName>>>

export type HookedAgent = keyof typeof NATIVE_HOOKS

export const HOOKED_AGENTS = Object.keys(NATIVE_HOOKS) as HookedAgent[]

/** The common name of an agent's hook; undefined for one that is not known. */
export function hookNamed(agent: HookedAgent, native: string): HookName | undefined {
  const names: Readonly<Record<string, HookName>> = NATIVE_HOOKS[agent]
  return Object.hasOwn(names, native) ? names[native] : undefined
}
