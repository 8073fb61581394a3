import type { EventType, REGISTRY } from '@signalbox/protocol'

type Rows = typeof REGISTRY

/** What the registry says: every second name, and the first one it stands for. */
type Twins = { [T in EventType as Rows[T] extends { dot: infer Dot extends string } ? Dot : never]: T }

/**
 * Written out, for the registry carries every schema and example and would come into the browser with it. The compiler
 * says when one of its twins is missing here or stands for another.
 */
const CANONICAL = {
  'message.delta': 'text_delta',
  'message.complete': 'message_complete',
  'thinking.progress': 'thinking_progress',
  'terminal.stream': 'terminal_stream',
  'plan.created': 'plan_created',
  'plan.step_started': 'plan_step_started',
  'plan.step_completed': 'plan_step_completed',
  'plan.revised': 'plan_revised',
  'memory.extracted': 'memory_extracted',
  'memory.recalled': 'memory_recalled',
  'memory.forgotten': 'memory_forgotten',
} satisfies Twins & Record<string, string>

const BY_NAME: ReadonlyMap<string, string> = new Map(Object.entries(CANONICAL))

/** The one name of an event, whichever of its two a connection says. */
export function canonicalName(name: string): string {
  return BY_NAME.get(name) ?? name
}
