import type { Event, EventData, EventType } from '@signalbox/protocol'

/** How a request ended, as far as the agent that waits has to know. */
export type Ending =
  | { kind: 'permission'; approved: boolean; message?: string; remember: boolean }
  | { kind: 'question'; answers: Readonly<Record<string, string>>; dismissed: boolean }
  /** Without an answer from here: the agent has one already, or asks in its own terminal. */
  | { kind: 'released' }

const ENDINGS = {
  approval_resolved: ({ approved, message, remember }: EventData<'approval_resolved'>): Ending => {
    const said = message === undefined || message === '' ? {} : { message }
    return { kind: 'permission', approved, ...said, remember: remember === true }
  },
  question_resolved: ({ answers, dismissed }: EventData<'question_resolved'>): Ending => ({
    kind: 'question',
    answers,
    dismissed,
  }),
  request_closed: (): Ending => ({ kind: 'released' }),
}

/** The events that end a request. */
export const ENDING_TYPES = Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]

/** Who tells of answers that were given here. */
const HERE = 'signalbox'

function endsRequest(type: EventType): type is keyof typeof ENDINGS {
  return Object.hasOwn(ENDINGS, type)
}

/** Which request an event ends, and how; undefined for an event that ends none. */
export function readEnding({
  type,
  data,
  source,
}: Pick<Event, 'type' | 'data' | 'source'>): { requestId: string; ending: Ending } | undefined {
  if (!endsRequest(type)) return undefined
  const said = JSON.parse(data)
  // An answer the agent itself tells of needs not to be told to it.
  const ending: Ending = source.agent === HERE ? ENDINGS[type](said) : { kind: 'released' }
  return { requestId: String(said.requestId), ending }
}
