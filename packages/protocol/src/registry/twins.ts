/**
 * Events with a second name, under `naming=dot`. In a file of its own: a client in a browser needs the names, and would
 * otherwise carry every schema and example of the registry with them.
 */
export const TWINS = {
  text_delta: 'message.delta',
  message_complete: 'message.complete',
  thinking_progress: 'thinking.progress',
  terminal_stream: 'terminal.stream',
  plan_created: 'plan.created',
  plan_step_started: 'plan.step_started',
  plan_step_completed: 'plan.step_completed',
  plan_revised: 'plan.revised',
  memory_extracted: 'memory.extracted',
  memory_recalled: 'memory.recalled',
  memory_forgotten: 'memory.forgotten',
} as const
