import { s } from '../schema.js'

const offset = s.integer({ minimum: 0 })

/** What stands on the stream of activity beside the activity itself. */
export const ACTIVITY_MARKS = {
  gap: {
    schema: s.object({
      type: s.literal('gap'),
      fromOffset: offset,
      toOffset: offset,
      reason: s.oneOf(['retention', 'epoch']),
    }),
    description:
      'Not everything asked for is sent. retention: some of what lay after fromOffset, up to toOffset, may be gone. ' +
      'epoch: the cursor means nothing here; everything that is kept follows.',
    example: { type: 'gap', fromOffset: 0, toOffset: 4096, reason: 'retention' },
  },
  replay_complete: {
    schema: s.object({ type: s.literal('replay_complete'), cursor: s.string() }),
    description: 'The replay is over; what follows happens now. cursor is where to resume from, and its id.',
    example: { type: 'replay_complete', cursor: '01994f3a-0000-7000-8000-0000000000ff@4711' },
  },
} as const
