import { s } from '../schema.js'
import { chapter, row } from './row.js'
import { AnyObject } from './shapes.js'

const session = ['session'] as const
const uiId = s.string()

export const uiEvents = chapter({
  id: 'ui',
  title: 'Generated interface',
  about: 'Parts of a user interface the agent writes into its answer as a stream of patches.',
  rows: {
    'ui.spec_start': row({
      kind: 'ephemeral',
      scopes: session,
      turn: 'required',
      data: s.object({ uiId, catalogId: s.string() }),
      description: 'A piece of interface begins.',
      example: { uiId: 'ui-1', catalogId: 'diminuendo.chat-ui@v1' },
    }),
    'ui.spec_delta': row({
      kind: 'ephemeral',
      scopes: session,
      turn: 'required',
      data: s.object({
        uiId,
        patch: s.object({
          op: s.oneOf(['add', 'remove', 'replace', 'move', 'copy', 'test']),
          path: s.string(),
          from: s.optional(s.string()),
          value: s.optional(s.unknown()),
        }),
      }),
      description: 'One patch to a piece of interface (RFC 6902).',
      example: { uiId: 'ui-1', patch: { op: 'add', path: '/root', value: 'card-1' } },
    }),
    'ui.spec_complete': row({
      kind: 'durable',
      scopes: session,
      turn: 'required',
      data: s.object({
        uiId,
        spec: s.object({
          root: s.string(),
          elements: s.record(s.object({ type: s.string(), props: AnyObject, children: s.array(s.string()) })),
          state: AnyObject,
        }),
      }),
      description: 'A piece of interface is finished; all patches applied.',
      example: {
        uiId: 'ui-1',
        spec: {
          root: 'card-1',
          elements: {
            'card-1': { type: 'Card', props: { title: 'Orders' }, children: ['metric-1'] },
            'metric-1': { type: 'Metric', props: { label: 'Today', value: '48' }, children: [] },
          },
          state: { orders: 48 },
        },
      },
    }),
    'ui.spec_error': row({
      kind: 'ephemeral',
      scopes: session,
      turn: 'required',
      data: s.object({ uiId, message: s.string() }),
      description: 'A piece of interface could not be read.',
      example: { uiId: 'ui-1', message: 'line 3 is not JSON' },
    }),
  },
})
