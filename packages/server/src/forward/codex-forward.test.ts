import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignalboxError } from '@signalbox/protocol'
import { CODEX_EVENTS } from '@signalbox/protocol/watch'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { CODEX_NOTIFY_TYPES, type CodexEvent } from '../dialects/codex-notify.js'
import { notifyCommit } from '../ingest/notify.js'
import type { Log } from '../log/log.js'
import { sharedLog } from '../log/shared-log.fixture.js'
import { ingest, tempDir } from '../log/testing.js'
import { Journal } from '../telemetry/journal.js'
import { argumentOf, CodexForward } from './codex-forward.js'
import { LogPulse } from './log-pulse.js'

/** A notify program as people write them: it needs jq and prints a line for some of the events. */
const SCRIPT = `#!/bin/bash
event_json="$1"
event_type=$(echo "$event_json" | jq -r '.type')
thread_id=$(echo "$event_json" | jq -r '."thread-id"')
case "$event_type" in
  "session-start") echo "Session started: $thread_id" ;;
  "user-prompt-submit") echo "Working..." ;;
  "approval-requested") echo "Waiting for approval" ;;
  "agent-turn-complete") echo "Done" ;;
esac
`
const TYPES = [
  'session-start',
  'user-prompt-submit',
  'approval-requested',
  'approval-response',
  'agent-turn-complete',
]
const shared = sharedLog()
/** Each test has a tenant of its own. */
let tenant = ''
let tests = 0
beforeEach(() => {
  tenant = `tenant-${++tests}`
})

const exampleOf = (type: string) =>
  Object.values(CODEX_EVENTS).find(({ example }) => example.type === type)?.example ?? { type }

const tell = (log: Log, ...types: string[]) =>
  Promise.all(
    types.map((type) => {
      const payload = exampleOf(type)
      const { session } = ingest('Codex 1', [])
      const envelope = { sessionId: 'Codex 1', payload } as unknown as Parameters<typeof notifyCommit>[2]
      return log.commit(notifyCommit(tenant, session, envelope, JSON.stringify(payload)))
    }),
  )

function forwardTo(log: Log, command: [string, ...string[]], timeoutMs = 10_000, retryMs = 1000) {
  const lines: string[] = []
  let more: () => void = () => {}
  const write = (line: string) => {
    lines.push(line)
    more()
  }
  const journal = new Journal({ level: 'warn', now: () => 0, write })
  const pulse = new LogPulse(log, CODEX_NOTIFY_TYPES)
  const times = { timeoutMs, retryMs, graceMs: 20 }
  const forward = new CodexForward({ log, pulse, journal, tenantId: tenant, command, ...times })
  onTestFinished(() => forward.close())
  const warned = () =>
    new Promise<void>((resolve) => {
      more = resolve
      if (lines.length > 0) resolve()
    })
  return { forward, lines, warned }
}

/** Resolves when this offset, or a later one, is kept as told. */
async function toldThrough(log: Log, offset: number): Promise<void> {
  for (;;) {
    const [kept] = await log.records.list('codex_forward', tenant)
    if (kept && Number(kept.value.offset) >= offset) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** The offset of the event that the last of what is said comes from. */
async function lastOffset(log: Log, type: string): Promise<number> {
  const { events } = await log.reader.readAll(tenant, 0, 10_000)
  return events.findLast((event) => event.type === type)?.offset ?? -1
}

const toFile = (path: string): [string, ...string[]] => [
  '/bin/sh',
  '-c',
  `printf '%s\\n' "$1" >> '${path}'`,
  'sh',
]

describe('CodexForward', () => {
  it('runs a program of the kind Codex has, which prints its lines', async () => {
    const { log } = shared
    const dir = tempDir()
    const [script, out] = [join(dir, 'notify.sh'), join(dir, 'out')]
    writeFileSync(script, SCRIPT)
    chmodSync(script, 0o755)
    await log.records.put({
      kind: 'codex_forward',
      tenantId: tenant,
      id: 'cursor',
      value: { epoch: log.epoch, offset: 0 },
    })
    const { lines } = forwardTo(log, ['/bin/sh', '-c', `'${script}' "$1" >> '${out}'`, 'sh'])
    await tell(log, ...TYPES)
    await toldThrough(log, await lastOffset(log, 'turn_complete'))
    expect(readFileSync(out, 'utf8').split('\n')).toEqual([
      'Session started: b5f6c1c2-1111-2222-3333-444455556666',
      'Working...',
      'Waiting for approval',
      'Done',
      '',
    ])
    expect(lines).toEqual([])
  })

  it('goes on where it was after the log took nothing for a while', async () => {
    const { log } = shared
    const out = join(tempDir(), 'out')
    let refusals = 0
    const put: Log['records']['put'] = (record) => {
      if (refusals-- > 0) return Promise.reject(new SignalboxError('unavailable'))
      return log.records.put(record)
    }
    const records: Log['records'] = {
      put,
      list: (kind, tenantId) => log.records.list(kind, tenantId),
      remove: (kind, tenantId, id) => log.records.remove(kind, tenantId, id),
    }
    const failing = new Proxy(log, {
      get(target, name) {
        const value: unknown = name === 'records' ? records : Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const { lines } = forwardTo(failing, toFile(out), 10_000, 1)
    await toldThrough(log, 0)
    refusals = 3
    await tell(log, 'session-start', 'user-prompt-submit')
    await toldThrough(log, await lastOffset(log, 'user_message'))
    const given = readFileSync(out, 'utf8').trim().split('\n')
    expect(given.map((line) => JSON.parse(line).type)).toEqual(['session-start', 'user-prompt-submit'])
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(
      lines.map(() => 'events cannot be forwarded now'),
    )
  })

  it('begins with what comes, gives each event once and in order, and goes on after a restart', async () => {
    const { log } = shared
    const out = join(tempDir(), 'out')
    await tell(log, 'session-start')
    const first = forwardTo(log, toFile(out))
    await toldThrough(log, log.head)
    await tell(log, 'user-prompt-submit', 'approval-requested')
    await toldThrough(log, await lastOffset(log, 'permission_requested'))
    await first.forward.close()
    await tell(log, 'approval-response', 'agent-turn-complete')
    forwardTo(log, toFile(out))
    await toldThrough(log, await lastOffset(log, 'turn_complete'))
    const told = readFileSync(out, 'utf8').trim().split('\n')
    expect(told).toEqual(TYPES.slice(1).map((type) => JSON.stringify(exampleOf(type))))
  })

  it('tells the journal of a program that fails, hangs or is not there, and goes on', async () => {
    const { log } = shared
    const programs: [[string, ...string[]], RegExp][] = [
      [['/bin/sh', '-c', 'exit 3'], /ended with 3/],
      [['/nonexistent/program'], /ENOENT/],
      [['/bin/sh', '-c', 'exec sleep 60'], /took longer than 200 ms/],
    ]
    for (const [command, problem] of programs) {
      const { lines, warned, forward } = forwardTo(log, command, 200)
      await toldThrough(log, log.head)
      await tell(log, 'session-start')
      await warned()
      expect(lines[0]).toMatch(problem)
      expect(lines[0]).toMatch(/"event":"session-start"/)
      await tell(log, 'session-end')
      await forward.close()
      await log.records.remove('codex_forward', tenant, 'cursor')
    }
  })

  it('does not hold up the end, and tells again what it could not', async () => {
    const { log } = shared
    const dir = tempDir()
    const [started, out] = [join(dir, 'started'), join(dir, 'out')]
    const { forward, lines } = forwardTo(log, ['/bin/sh', '-c', `echo >> '${started}'; exec sleep 60`, 'sh'])
    await toldThrough(log, log.head)
    await tell(log, 'session-start')
    while (!existsSync(started)) await new Promise((resolve) => setImmediate(resolve))
    await forward.close()
    expect(lines).toEqual([])
    forwardTo(log, toFile(out))
    await toldThrough(log, await lastOffset(log, 'session_state'))
    expect(readFileSync(out, 'utf8')).toMatch(/^{"type":"session-start"/)
  })

  it('runs no shell of its own: what an agent says is an argument', async () => {
    const { log } = shared
    const dir = tempDir()
    const out = join(dir, 'out')
    forwardTo(log, toFile(out))
    await toldThrough(log, log.head)
    const payload = {
      ...exampleOf('user-prompt-submit'),
      prompt: `$(touch ${dir}/evil); \`touch ${dir}/evil\`\n"'`,
    }
    const { session } = ingest('Codex 1', [])
    const envelope = { sessionId: 'Codex 1', payload } as unknown as Parameters<typeof notifyCommit>[2]
    await log.commit(notifyCommit(tenant, session, envelope, JSON.stringify(payload)))
    await toldThrough(log, await lastOffset(log, 'user_message'))
    expect(existsSync(join(dir, 'evil'))).toBe(false)
    expect(JSON.parse(readFileSync(out, 'utf8').trim().split('\n').at(-1) ?? '')).toEqual(payload)
  })
})

describe('argumentOf', () => {
  it('fits into an argument, whatever was said', () => {
    const long: CodexEvent = {
      type: 'agent-turn-complete',
      'input-messages': Array.from({ length: 40 }, () => '\u0000é'.repeat(5_000)),
      'last-assistant-message': 'x'.repeat(300_000),
    }
    const text = argumentOf(long)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(120 * 1024)
    expect(text).not.toContain('\u0000')
    expect((JSON.parse(text) as CodexEvent)['input-messages']).toHaveLength(40)
  })
})
