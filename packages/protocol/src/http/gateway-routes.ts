import { s } from '../schema.js'
import type { HttpRoute } from './route.js'
import { Readiness } from './shapes.js'

const METRICS = [
  '# HELP signalbox_log_ok Whether the log can be written.',
  '# TYPE signalbox_log_ok gauge',
  'signalbox_log_ok 1\n',
].join('\n')

/** What machines ask of the gateway itself. */
export const gatewayRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/livez',
    operation: 'getLiveness',
    chapter: 'health',
    summary: 'Whether the process is alive',
    access: 'open',
    answers: {
      200: {
        description: 'It is.',
        content: [{ mediaType: 'text/plain', schema: s.oneOf(['ok']), example: 'ok' }],
      },
    },
    errors: [],
  },
  {
    method: 'GET',
    path: '/readyz',
    operation: 'getReadiness',
    chapter: 'health',
    summary: 'Whether events can be taken',
    description: 'The reason of a failure may name files, so only who shows the token reads it.',
    access: 'open',
    answers: {
      200: {
        description: 'Events are taken.',
        content: [{ mediaType: 'application/json', schema: Readiness, example: { status: 'ok' } }],
      },
      503: {
        description: 'The log cannot be written; what was acknowledged is kept.',
        content: [
          {
            mediaType: 'application/json',
            schema: Readiness,
            example: {
              status: 'failing',
              log: { state: 'failing', reason: 'the disk is full', check: 'not_needed' },
            },
          },
        ],
      },
    },
    errors: [],
  },
  {
    method: 'GET',
    path: '/health',
    operation: 'getHealth',
    chapter: 'health',
    summary: 'That it answers, and its time',
    access: 'open',
    answers: {
      200: {
        description: 'It answers.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ status: s.oneOf(['ok']), time: s.string() }),
            example: { status: 'ok', time: '2026-01-28T20:17:42.000Z' },
          },
        ],
      },
    },
    errors: [],
  },
  {
    method: 'GET',
    path: '/metrics',
    operation: 'getMetrics',
    chapter: 'health',
    summary: 'Figures in the text form of Prometheus',
    access: 'token',
    answers: {
      200: {
        description: 'Every figure as it is now.',
        content: [{ mediaType: 'text/plain', schema: s.string(), example: METRICS }],
      },
    },
    errors: [],
  },
]
