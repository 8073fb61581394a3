import { s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { chapter, row } from './row.js'
import { marked } from './shapes.js'

/** How loud a toast is. */
export const TOAST_LEVELS = ['info', 'warning', 'error'] as const
export type ToastLevel = (typeof TOAST_LEVELS)[number]

export const flowEvents = chapter({
  id: 'flow',
  title: 'Flows',
  about: 'What flows say to people.',
  rows: {
    toast: row({
      kind: 'durable',
      scopes: ['session', 'tenant'],
      clean: ['message'],
      data: s.object({
        level: s.oneOf(TOAST_LEVELS),
        message: s.string(),
        triggerId: s.string(),
        deliveryId: s.string(),
        ...marked,
      }),
      description: 'A flow shows a notice to everybody, about this session; its agent has no part in it.',
      example: {
        level: 'info',
        message: 'Route session events',
        triggerId: 'plan-created',
        deliveryId: `${EXAMPLE.sessionId}/plan-created/0`,
      },
    }),
  },
})
