import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@signalbox/protocol'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { TRANSCRIPT } from '../../ingest/claude-transcript.fixture.js'
import { HookIntake } from '../../ingest/hooks/hook-intake.js'
import type { Published } from '../../log/log.js'
import { draft, readEvents, tempDir } from '../../log/testing.js'
import { Journal } from '../../telemetry/journal.js'
import { sharedLog } from '../testing.js'
import type { ProcessTree } from './pending-commands.js'
import { TranscriptTail } from './transcript-tail.js'

const theLog = sharedLog()
const HOST = 'here'
let ids = 0
const { prompt, answer, interrupted, rejected, result } = TRANSCRIPT

/** One session of Claude Code: its hooks, its transcript, and who listens. */
class Stage {
  readonly session: string
  readonly path: string
  readonly tail: TranscriptTail
  readonly #intake: HookIntake
  readonly #heard: Published[] = []
  readonly #waiting: { fits: (event: Published) => boolean; found: (event: Published) => void }[] = []
  sessionId = ''

  constructor(name: string, tree: ProcessTree = { childrenOf: () => [], commandLine: () => '' }) {
    const log = theLog()
    this.session = name
    this.path = join(tempDir(), 'projects', `${name}.jsonl`)
    mkdirSync(dirname(this.path), { recursive: true })
    const report = (fault: unknown) => expect.fail(String(fault))
    this.tail = new TranscriptTail({ log, host: HOST, now: Date.now, report, pollMs: 5, tree })
    onTestFinished(() => this.tail.close())
    const journal = new Journal({ level: 'error', now: Date.now, write: () => {} })
    this.#intake = new HookIntake({
      log,
      journal,
      newId: () => `id${++ids}`,
      onHook: (heard) => this.tail.onHook(heard),
    })
    log.onPublish((events) => {
      for (const event of events) if (event.sessionId === this.sessionId) this.#hear(event)
    })
  }

  async hook(name: string, fields: JsonObject = {}): Promise<void> {
    const payload = {
      session_id: this.session,
      transcript_path: this.path,
      cwd: '/p',
      prompt_id: 'p1',
      hook_event_name: name,
      ...fields,
    }
    const { sessionId } = await this.#intake.take('local', {
      agent: 'claude',
      value: payload,
      raw: JSON.stringify(payload),
      context: {},
    })
    this.sessionId = sessionId
  }

  /** As another helper's table of hooks tells it. */
  async ask(data: JsonObject): Promise<void> {
    const request = { requestId: 'r1', toolName: 'Bash', description: 'x', toolCallId: 'c1', ...data }
    const drafts = [draft('permission_requested', request, { nativeTurnId: 'p1' })]
    await theLog().commit({ tenantId: 'local', session: { by: 'id', id: this.sessionId }, drafts })
  }

  write(...lines: string[]): void {
    appendFileSync(this.path, lines.map((line) => `${line}\n`).join(''))
  }

  /** The data of the next event of a type, waited for. */
  async next(type: string): Promise<JsonObject> {
    const known = this.#heard.findIndex((event) => event.type === type)
    const [event] = known < 0 ? [] : this.#heard.splice(known, 1)
    if (event) return JSON.parse(event.data)
    const later = await new Promise<Published>((found) => {
      this.#waiting.push({ fits: (heard) => heard.type === type, found })
    })
    return JSON.parse(later.data)
  }

  async types(): Promise<string[]> {
    return (await readEvents(theLog(), this.sessionId)).map(({ type }) => type)
  }

  #hear(event: Published): void {
    const index = this.#waiting.findIndex(({ fits }) => fits(event))
    if (index < 0) this.#heard.push(event)
    else this.#waiting.splice(index, 1)[0]?.found(event)
  }
}

let names = 0
let stage: Stage
beforeEach(() => {
  names += 1
  stage = new Stage(`claude-${names}`)
})

const bash = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'c1' }

describe('the transcript of a session', () => {
  it('tells that a person pressed Esc, which no hook does', async () => {
    await stage.hook('UserPromptSubmit', { prompt: 'Fix it' })
    stage.write(prompt('p1'), answer('m1'))
    expect(await stage.next('usage_update')).toMatchObject({ model: 'claude-opus-5-5', inputTokens: 1600 })
    stage.write(interrupted('p1'))
    expect(await stage.next('turn_complete')).toMatchObject({ stopReason: 'aborted' })
    const state = await theLog().snapshot(stage.sessionId)
    expect(state).toMatchObject({ turn: null, watch: { state: 'idle' } })
  })

  it('tells that a person said no in the pane', async () => {
    await stage.hook('UserPromptSubmit', { prompt: 'Fix it' })
    await stage.hook('PreToolUse', bash)
    await stage.ask({})
    stage.write(prompt('p1'), rejected('p1', 'c1'))
    const by = { userId: 'terminal', via: 'claude' }
    expect(await stage.next('approval_resolved')).toMatchObject({ requestId: 'r1', approved: false, by })
    expect(await stage.next('tool_error')).toMatchObject({ toolCallId: 'c1' })
    stage.write(interrupted('p1', '[Request interrupted by user for tool use]'))
    await stage.next('turn_complete')
    expect((await theLog().snapshot(stage.sessionId))?.requests).toEqual([])
  })

  it('is one with the hooks: a call, and the end of a turn, are told once', async () => {
    await stage.hook('UserPromptSubmit', { prompt: 'Fix it' })
    await stage.hook('PreToolUse', bash)
    await stage.ask({})
    stage.write(prompt('p1'), result('p1', 'c1', 'out'))
    expect(await stage.next('request_closed')).toMatchObject({
      requestId: 'r1',
      reason: 'resolved_elsewhere',
    })
    await stage.hook('PostToolUse', { ...bash, tool_response: 'out' })
    stage.write(answer('m1'))
    await stage.next('usage_update')
    await stage.hook('Stop', { last_assistant_message: 'Done' })
    const types = await stage.types()
    expect(types.filter((type) => type === 'tool_result')).toHaveLength(1)
    expect(types.filter((type) => type === 'turn_complete')).toHaveLength(1)
  })

  it('is read a while after the end: the last lines come then', async () => {
    await stage.hook('UserPromptSubmit', { prompt: 'Fix it' })
    await stage.hook('Stop', { last_assistant_message: 'Done' })
    stage.write(prompt('p1'), answer('m1'))
    await stage.next('usage_update')
    const state = await theLog().snapshot(stage.sessionId)
    expect(state).toMatchObject({ turn: null, usage: { total: { inputTokens: 1600 } } })
    expect((await stage.types()).filter((type) => type === 'turn_started')).toHaveLength(1)
  })

  it('is history up to the turn that was open when it was first seen', async () => {
    stage.write(prompt('p0'), answer('m0'), interrupted('p0'), prompt('p1'), answer('m1'))
    await stage.hook('UserPromptSubmit', { prompt: 'Fix it' })
    expect(await stage.next('usage_update')).toMatchObject({ inputTokens: 1600 })
    expect(await stage.types()).not.toContain('turn_complete')
  })

  it('tells of what a subagent asked, which has a transcript of its own', async () => {
    const path = join(stage.path.slice(0, -6), 'subagents', 'agent-a1b2.jsonl')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${rejected('p1', 'c0')}\n`)
    await stage.hook('UserPromptSubmit', { prompt: 'Fix it' })
    await stage.hook('PreToolUse', { ...bash, agent_id: 'a1b2' })
    await stage.hook('PermissionRequest', { ...bash, agent_id: 'a1b2' })
    await stage.ask({})
    appendFileSync(path, `${rejected('p1', 'c1', { isSidechain: true, agentId: 'a1b2' })}\n`)
    expect(await stage.next('approval_resolved')).toMatchObject({ toolCallId: 'c1', approved: false })
    expect((await theLog().snapshot(stage.sessionId))?.turn).not.toBeNull()
  })

  it('tells what a turn uses now and then while it runs, and at its end', async () => {
    await stage.hook('UserPromptSubmit', { prompt: 'Fix it' })
    stage.write(prompt('p1'), answer('m1'))
    expect(await stage.next('usage_update')).toMatchObject({ inputTokens: 1600 })
    stage.write(answer('m2'))
    stage.write(answer('m3'))
    await stage.hook('Stop', { last_assistant_message: 'Done' })
    stage.write(answer('m4'))
    const later = [await stage.next('usage_update')]
    while (later.at(-1)?.inputTokens !== 6400) later.push(await stage.next('usage_update'))
    expect(later.length).toBeLessThanOrEqual(2)
    expect((await theLog().snapshot(stage.sessionId))?.usage.total.inputTokens).toBe(6400)
  })

  it('is read on when it was replaced by another file', async () => {
    await stage.hook('UserPromptSubmit', { prompt: 'Fix it' })
    stage.write(prompt('p1'), answer('m1'))
    await stage.next('usage_update')
    writeFileSync(`${stage.path}.new`, `${prompt('p1')}\n${interrupted('p1')}\n`)
    renameSync(`${stage.path}.new`, stage.path)
    expect(await stage.next('turn_complete')).toMatchObject({ stopReason: 'aborted' })
  })

  it('is not looked for where a hook names no transcript', async () => {
    for (const transcript_path of ['relative.jsonl', '/etc/passwd', `/a\0.jsonl`, 7]) {
      await stage.hook('UserPromptSubmit', { prompt: 'Fix it', transcript_path })
      expect(stage.tail.size).toBe(0)
    }
  })

  it('is left alone when nothing is under way, and read again with the next turn', async () => {
    await stage.hook('SessionStart', { source: 'startup' })
    await stage.hook('UserPromptSubmit', { prompt: 'Fix it' })
    stage.write(prompt('p1'), interrupted('p1'))
    await stage.next('turn_complete')
    await stage.hook('UserPromptSubmit', { prompt: 'Go on', prompt_id: 'p2' })
    stage.write(prompt('p2'), answer('m2'), interrupted('p2'))
    await stage.next('turn_complete')
    await stage.hook('SessionEnd', { reason: 'exit' })
    expect((await theLog().snapshot(stage.sessionId))?.watch?.state).toBe('ended')
  })
})

describe('a command that was allowed in the pane', () => {
  it('is known to run by its shell, before anything else tells', async () => {
    const shells = new Map([
      [1, '/bin/sh -c hook'],
      [2, '/bin/bash -c source x && eval other < /dev/null'],
    ])
    const children = [1]
    stage = new Stage(`${stage.session}-b`, {
      childrenOf: (pid) => (pid === 4711 ? [...children] : []),
      commandLine: (pid) => shells.get(pid) ?? '',
    })
    await stage.hook('UserPromptSubmit', { prompt: 'Fix it' })
    const session = { by: 'id' as const, id: stage.sessionId }
    const process = draft('session_updated', { process: { pid: 4711, host: HOST } })
    await theLog().commit({ tenantId: 'local', session, drafts: [process] })
    await stage.hook('PreToolUse', bash)
    await stage.ask({ args: { command: 'sleep 9' } })
    children.push(2)
    shells.set(3, "/bin/bash -c source /x/shell-snapshots/s.sh && eval 'sleep 9' < /dev/null && pwd")
    children.push(3)
    expect(await stage.next('request_closed')).toMatchObject({
      requestId: 'r1',
      reason: 'resolved_elsewhere',
    })
    expect((await theLog().snapshot(stage.sessionId))?.watch?.state).toBe('busy')
  })
})
