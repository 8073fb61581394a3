import { s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { chapter, row } from './row.js'
import { marked } from './shapes.js'

const session = ['session'] as const
const connection = ['connection'] as const
const sessionId = s.string()
const path = s.string()

export const workspaceEvents = chapter({
  id: 'workspace',
  title: 'Sandbox and files',
  about: 'Where the agent works: the sandbox around it and the files in it.',
  rows: {
    sandbox_init: row({
      kind: 'durable',
      scopes: session,
      data: s.object({ provider: s.string() }),
      description: 'A sandbox is being set up for the session.',
      example: { provider: 'docker' },
    }),
    sandbox_provisioning: row({
      kind: 'ephemeral',
      scopes: session,
      clean: ['message'],
      data: s.object({ phase: s.string(), message: s.optional(s.string()), ...marked }),
      description: 'How far the set-up of the sandbox is.',
      example: { phase: 'installing_deps', message: 'npm ci, 214 packages' },
    }),
    sandbox_ready: row({
      kind: 'durable',
      scopes: session,
      data: s.object({}),
      description: 'The agent can work in its sandbox.',
      example: {},
    }),
    sandbox_removed: row({
      kind: 'durable',
      scopes: session,
      clean: ['message'],
      data: s.object({ reason: s.string(), message: s.optional(s.string()), ...marked }),
      description: 'The sandbox is gone.',
      example: { reason: 'timeout', message: 'unused for 30 minutes' },
    }),
    file_changed: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      data: s.object({ path, iteration: s.integer({ minimum: 0 }), size: s.integer({ minimum: 0 }) }),
      description: 'A file the agent works on changed.',
      example: { path: 'src/main.rs', iteration: 3, size: 2048 },
    }),
    file_list: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({
        sessionId,
        files: s.array(
          s.object({
            path,
            name: s.string(),
            type: s.oneOf(['file', 'directory']),
            size: s.optional(s.integer({ minimum: 0 })),
            modifiedAt: s.optional(s.number()),
          }),
        ),
      }),
      description: 'Answer to list_files.',
      example: {
        sessionId: EXAMPLE.sessionId,
        files: [
          { path: 'src', name: 'src', type: 'directory' },
          { path: 'src/main.rs', name: 'main.rs', type: 'file', size: 2048, modifiedAt: 1709312440000 },
        ],
      },
    }),
    file_content: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({
        sessionId,
        path,
        content: s.string(),
        encoding: s.oneOf(['utf-8', 'base64']),
        size: s.integer({ minimum: 0 }),
      }),
      description: 'Answer to read_file and file_at_iteration.',
      example: {
        sessionId: EXAMPLE.sessionId,
        path: 'src/main.rs',
        content: 'fn main() {}\n',
        encoding: 'utf-8',
        size: 13,
      },
    }),
    file_history_result: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({
        sessionId,
        path,
        iterations: s.array(
          s.object({
            iteration: s.integer({ minimum: 0 }),
            timestamp: s.number(),
            size: s.integer({ minimum: 0 }),
            hash: s.string(),
          }),
        ),
      }),
      description: 'Answer to file_history.',
      example: {
        sessionId: EXAMPLE.sessionId,
        path: 'src/main.rs',
        iterations: [
          { iteration: 3, timestamp: 1709312440000, size: 2048, hash: '9f86d081884c7d659a2feaa0c55ad015' },
        ],
      },
    }),
  },
})
