import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceCase } from '../case.js'
import { notifyPath } from '../engine/context.js'
import { expectAccepted, expectProblem } from '../engine/exchange.js'
import { expectMatch } from '../engine/failure.js'
import { is } from '../engine/match.js'

const DISPATCHES = ['queued', 'flow_unavailable', 'temporal_unavailable', 'failed']
const JSON_TYPE = { 'content-type': 'application/json' }

/** Answers other than the plain 204. */
export const notifyAnswers: readonly ConformanceCase[] = [
  {
    id: 'notify-methods',
    verifies: ['NOTIFY-062'],
    title: 'GET, PUT, PATCH and DELETE are 405 with Allow',
    async run(context) {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await context.http({ method, path: notifyPath(context.name()) })
        expectProblem(answer, { status: 405, code: 'method_not_allowed' })
        expectMatch(`Allow for ${method}`, answer.headers.allow, 'POST')
      }
    },
  },
  {
    id: 'notify-representation',
    verifies: ['NOTIFY-090'],
    title: 'Prefer: return=representation tells what became of it',
    async run(context) {
      const name = context.name()
      for (const prefer of ['return=representation', 'wait=10, Return = "representation"; x=y']) {
        const body = { session_id: name, payload: { type: 'New Plan' } }
        const answer = await context.post(name, body, { prefer })
        expectMatch('the answer', answer, {
          status: 200,
          headers: {
            'content-type': is.like(/^application\/json/),
            'preference-applied': 'return=representation',
          },
          json: {
            id: is.uuid,
            session_id: name,
            seq: is.atLeast(1),
            type: 'notify_new_plan',
            dispatch: is.oneOf(...DISPATCHES),
            duplicate: false,
          },
        })
      }
    },
  },
  {
    id: 'notify-other-preferences',
    verifies: ['NOTIFY-092'],
    title: 'other preferences change nothing',
    async run(context) {
      const name = context.name()
      for (const prefer of ['return=minimal', 'xreturn=representation', 'respond-async', '']) {
        const body = { session_id: name, payload: { type: 'x', prefer } }
        expectAccepted(await context.post(name, body, { prefer }))
      }
      expectMatch('what was kept', (await context.events(name)).length, 5)
    },
  },
  {
    id: 'notify-log-damaged',
    verifies: ['NOTIFY-013'],
    title: 'a log that cannot be written is 503',
    needs: ['own'],
    beside: true,
    async run(context) {
      const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-conformance-'))
      try {
        writeFileSync(join(dataDir, 'events.db'), 'not a database, but long enough to be one'.repeat(500))
        const { url, token, stop } = await context.startGateway({ dataDir })
        const name = context.name()
        const answer = await context.http(
          {
            method: 'POST',
            path: notifyPath(name),
            headers: JSON_TYPE,
            body: { session_id: name, payload: { type: 'x' } },
          },
          { url, token, has: new Set() },
        )
        expectProblem(answer, { status: 503, code: 'service_unavailable' })
        await stop()
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  },
]
