import type { Decision } from './decisions.js'

const DENIED = 'Denied from Signalbox.'

/**
 * The answer of a held PermissionRequest hook of Codex; `{}` is no opinion, and Codex asks in its terminal. It refuses
 * an answer with fields it does not know, so there are exactly these. Pure.
 */
export const codexDecision: Decision = (_asked, ending) => {
  if (ending.kind !== 'permission') return {}
  const { approved, message = DENIED } = ending
  const decision = approved ? { behavior: 'allow' } : { behavior: 'deny', message }
  return { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } }
}
