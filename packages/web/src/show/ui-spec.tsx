import type { UiSpec as Spec } from '@signalbox/protocol/spec-stream'
import { Json } from './json.js'

export type { Spec }

/** A piece of interface an agent wrote. */
export function UiSpec({ spec }: { spec: Spec; onSend: (text: string) => void }) {
  return <Json value={spec} />
}
