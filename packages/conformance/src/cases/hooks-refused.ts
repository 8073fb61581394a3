import { ANY, type ConformanceCase } from '../case.js'
import { type Exchange, exchangeCase } from '../engine/exchange.js'
import { expectMatch } from '../engine/failure.js'
import type { RequirementId } from '../manifest.js'

const good = { session_id: '{session}', hook_event_name: 'Notification', message: 'Hi' }
const LIMIT = 8 * 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }
const invalid = { status: 400, code: 'invalid_request' }
const noSession = { ...invalid, field: 'session_id' }

type Row = Partial<Exchange> & Pick<Exchange, 'id' | 'title'>

const rows = (requirement: RequirementId, expect: Exchange['expect'], table: readonly Row[]) =>
  table.map((row) =>
    exchangeCase({
      path: () => '/hooks/claude',
      expect,
      ...row,
      id: `hook-${row.id}`,
      verifies: [requirement, 'HARMONIZE-067'],
    }),
  )

/** What the door of hooks refuses; nothing of it is kept. */
export const hooksRefused: readonly ConformanceCase[] = [
  ...rows('HARMONIZE-060', { status: 401, code: 'unauthorized' }, [
    { id: 'no-token', title: 'no token', needs: ['token'], anonymous: true, body: good },
  ]),
  ...rows('HARMONIZE-061', { status: 415, code: 'unsupported_media_type' }, [
    { id: 'xml', title: 'XML', headers: { 'content-type': 'text/xml' }, body: good },
    {
      id: 'form',
      title: 'a form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: good,
    },
  ]),
  ...rows('HARMONIZE-062', { status: 413, code: 'payload_too_large' }, [
    { id: 'too-large', title: 'one byte over 8 MiB', body: Buffer.alloc(LIMIT + 1, ' ') },
  ]),
  ...rows('HARMONIZE-063', invalid, [
    { id: 'empty', title: 'nothing', body: '' },
    { id: 'half', title: 'half an object', body: '{"session_id":"{session}"' },
    { id: 'no-utf8', title: 'bytes that are no UTF-8', body: Buffer.from([0x7b, 0xff, 0x7d]) },
    { id: 'array', title: 'an array', body: [good] },
    { id: 'null', title: 'null', body: 'null' },
    { id: 'text', title: 'a text', body: '"{session}"' },
    {
      id: 'deep',
      title: '65 levels',
      body: `{"session_id":"{session}","hook_event_name":"Stop","x":${'['.repeat(64)}${']'.repeat(64)}}`,
    },
  ]),
  ...rows('HARMONIZE-064', noSession, [
    { id: 'no-session', title: 'no session_id', body: { hook_event_name: 'Stop' } },
    { id: 'null-session', title: 'a null one', body: { ...good, session_id: null } },
    { id: 'blank-session', title: 'a blank one', body: { ...good, session_id: ' \t' } },
    { id: 'number-session', title: 'a number', body: { ...good, session_id: 7 } },
    { id: 'long-session', title: '513 characters', body: { ...good, session_id: 'x'.repeat(513) } },
    { id: 'nul-in-session', title: 'a NUL in it', body: { ...good, session_id: '{session}\0' } },
    { id: 'half-character', title: 'half a character in it', body: '{"session_id":"{session}\\ud800"}' },
  ]),
  ...rows('HARMONIZE-065', { status: 404, code: 'not_found', field: 'agent' }, [
    { id: 'other-agent', title: 'an agent without hooks', path: () => '/hooks/cursor', body: good },
    { id: 'other-case', title: 'another case', path: () => '/hooks/Claude', body: good },
    { id: 'prototype', title: 'a name every object has', path: () => '/hooks/constructor', body: good },
  ]),
  {
    id: 'hook-methods',
    verifies: ['HARMONIZE-066'],
    title: 'GET, PUT and DELETE',
    needs: ANY,
    async run(context) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, headers } = await context.http({ method, path: '/hooks/claude', headers: JSON_TYPE })
        expectMatch(method, [status, headers.allow], [405, 'POST'])
      }
    },
  },
]
