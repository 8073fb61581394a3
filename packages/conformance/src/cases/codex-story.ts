import type { Context } from '../engine/context.js'

const prompt = (turn: string, text: string) => ({ type: 'user-prompt-submit', 'turn-id': turn, prompt: text })
const asked = (turn: string, description: string) => ({
  type: 'approval-requested',
  'turn-id': turn,
  'approval-type': 'exec',
  description,
})
const complete = (turn: string, text: string) => ({
  type: 'agent-turn-complete',
  'turn-id': turn,
  'last-assistant-message': text,
})

/** The life of a session as Codex tells it: answered and open requests, every end of a turn, an error and a return. */
export const STORY: readonly { type: string; [field: string]: unknown }[] = [
  { type: 'session-start', cwd: '/home/me/shop' },
  prompt('1', 'Fix it'),
  asked('1', 'cargo build'),
  { type: 'approval-response', 'turn-id': '1', approved: true },
  complete('1', 'Fixed.'),
  { type: 'new-plan', summary: 'Three steps' },
  { type: 'progress', plan_file: 'plan.org' },
  prompt('2', 'Go on'),
  asked('2', 'rm -rf target'),
  complete('2', 'Went on.'),
  prompt('3', 'Once more'),
  { type: 'turn-failed', 'turn-id': '3', message: 'no model' },
  prompt('4', 'And again'),
  { type: 'turn-aborted', 'turn-id': '4' },
  { type: 'finish', summary: 'All done' },
  { type: 'session-end' },
]

/** Tells the story to a session, one notify after the other. */
export async function tell(context: Context, session: string): Promise<void> {
  for (const payload of STORY) {
    await context.notify(session, { 'thread-id': `${session} thread`, ...payload })
  }
}
