import { CLOSE_CODES } from '../../close-codes.js'
import { ERRORS } from '../../errors.js'
import { type Chapter, code } from '../chapter.js'

/** Every failure in its three forms, and why a connection ends. */
export function errorsChapter(): Chapter {
  return {
    id: 'errors',
    title: 'Errors',
    blocks: [
      {
        kind: 'text',
        text:
          `One table for every wire. On ${code('/ws')} a failure is ${code('{type: "error", code, message, field?, ref?}')}, ` +
          `for the sender alone; over HTTP it is ${code('application/problem+json')} (RFC 9457) with ${code('code')}; ` +
          'over JSON-RPC it is an error object.',
      },
      {
        kind: 'table',
        head: ['`/ws`', 'HTTP', 'HTTP code', 'JSON-RPC', 'means'],
        rows: Object.values(ERRORS).map(({ title, ws, status, http, rpc }) => [
          code(ws),
          String(status),
          code(http),
          String(rpc),
          title,
        ]),
      },
    ],
    sections: [
      {
        id: 'close-codes',
        title: 'Close codes of /ws',
        blocks: [
          {
            kind: 'table',
            head: ['code', 'why'],
            rows: Object.entries(CLOSE_CODES).map(([number, why]) => [number, why]),
          },
        ],
      },
    ],
  }
}
