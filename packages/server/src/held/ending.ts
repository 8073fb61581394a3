import type { EventData, EventType } from '@signalbox/protocol'

/** How a request ended, as far as the agent that waits has to know. */
export type Ending =
  | { kind: 'permission'; approved: boolean; message?: string; remember: boolean }
  | { kind: 'question'; answers: Readonly<Record<string, string>>; dismissed: boolean }
  /** Without an answer from here: the agent has one already, or asks in its own terminal. */
  | { kind: 'released' }

const RELEASED: Ending = { kind: 'released' }

/** Who answers where the agent itself asked: it needs not to be told. */
const TERMINAL = 'terminal'

/** The events that end a request, read as its ending. */
const ENDINGS = {
  approval_resolved: ({ approved, message, remember, by }: EventData<'approval_resolved'>): Ending => {
    if (by.userId === TERMINAL) return RELEASED
    const said = message === undefined || message === '' ? {} : { message }
    return { kind: 'permission', approved, ...said, remember: remember === true }
  },
  question_resolved: ({ answers, dismissed, by }: EventData<'question_resolved'>): Ending =>
    by.userId === TERMINAL ? RELEASED : { kind: 'question', answers, dismissed },
  request_closed: (): Ending => RELEASED,
}

export const ENDING_TYPES = Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]

export function endsRequest(type: EventType): type is keyof typeof ENDINGS {
  return Object.hasOwn(ENDINGS, type)
}

/** Which request an event ends, and how. */
export function readEnding(type: keyof typeof ENDINGS, data: string): { requestId: string; ending: Ending } {
  const said = JSON.parse(data)
  return { requestId: String(said.requestId), ending: ENDINGS[type](said) }
}
