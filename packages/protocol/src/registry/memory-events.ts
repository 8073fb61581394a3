import { s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { chapter, row } from './row.js'
import { TWINS } from './twins.js'

const memory = {
  content: s.string(),
  category: s.string(),
  confidence: s.number({ minimum: 0, maximum: 1 }),
  tags: s.array(s.string()),
}
const example = {
  content: 'Releases are cut from the branch stable.',
  category: 'workflow',
  confidence: 0.9,
  tags: ['release'],
}

export const memoryEvents = chapter({
  id: 'memory',
  title: 'Memory',
  about: 'What is learned in one session and of use in another.',
  rows: {
    memory_extracted: row({
      dot: TWINS.memory_extracted,
      kind: 'durable',
      scopes: ['session'],
      data: s.object({ memories: s.array(s.object(memory)) }),
      description: 'What is worth keeping of the session, found when it was tidied up.',
      example: { memories: [example] },
    }),
    memory_recalled: row({
      dot: TWINS.memory_recalled,
      // What one person looked for is nobody else's business: never in the log.
      kind: 'reply',
      scopes: ['connection'],
      data: s.object({
        memories: s.array(s.object({ id: s.string(), sessionId: s.string(), ...memory })),
      }),
      description: 'Answer to memory_recall.',
      example: { memories: [{ id: 'mem_1', sessionId: EXAMPLE.sessionId, ...example }] },
    }),
    memory_forgotten: row({
      dot: TWINS.memory_forgotten,
      kind: 'durable',
      scopes: ['connection', 'session'],
      data: s.object({ memoryId: s.string() }),
      description: 'A memory was removed for good.',
      example: { memoryId: 'mem_1' },
    }),
  },
})
