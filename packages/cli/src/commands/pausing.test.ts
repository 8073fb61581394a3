import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAUSED_LINE } from '../show/paused-line.js'
import { runInProcess } from '../test/in-process.js'
import { startGateway } from '../test/signalbox.js'
import { gatewaySentence, sessionSentence } from './pausing.js'

const ID = '01994f3a-0000-7000-8000-0000deadbeef'

describe('the sentences', () => {
  it.each([
    [true, false, /^Paused: no new turns start, what runs goes on\. .*signalbox resume$/],
    [true, true, /^It was paused already: .*signalbox resume$/],
    [false, false, /^Resumed: turns start again\.$/],
    [false, true, /^It was not paused: turns start\.$/],
  ])('of the gateway: paused %s, already %s', (paused, already, sentence) => {
    expect(gatewaySentence(paused, already)).toMatch(sentence)
  })

  it('of a session name it, and let nothing of its name reach the terminal as a command', () => {
    const session = { id: ID, name: 'Log\u001b[2Jin', cwd: null, aliases: [] }
    expect(sessionSentence(session, true)).toBe(
      'Paused Login (deadbeef): no new turn starts in it. Resume it with: signalbox resume deadbeef',
    )
    expect(sessionSentence({ ...session, name: null }, false)).toBe('Resumed deadbeef: turns start in it.')
  })
})

describe('with a gateway', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-pausing-'))
  let gateway: Awaited<ReturnType<typeof startGateway>>
  beforeAll(async () => {
    gateway = await startGateway(dataDir)
  })
  afterAll(async () => {
    await gateway.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const signalbox = (...args: string[]) => runInProcess(args, gateway.env)

  it('pauses and resumes it, and every list says so in between', async () => {
    expect((await signalbox('pause')).stdout).toBe(`${gatewaySentence(true, false)}\n`)
    expect((await signalbox('pause')).stdout).toBe(`${gatewaySentence(true, true)}\n`)
    for (const command of [['sessions'], ['watch', '--once']])
      expect((await signalbox(...command)).stdout).toMatch(`${PAUSED_LINE}\n\n`)
    const { checks } = JSON.parse((await signalbox('doctor', '--json', '--data-dir', dataDir)).stdout)
    expect(checks).toContainEqual(expect.objectContaining({ name: 'pause', lamp: 'note' }))
    const { code, stdout, stderr } = await signalbox('run', 'Hello')
    expect([code, stdout, stderr]).toEqual([1, '', `${PAUSED_LINE}\n`])
    // No session was left behind.
    expect(JSON.parse((await signalbox('sessions', '--json')).stdout)).toEqual([])
    expect(JSON.parse((await signalbox('resume', '--json')).stdout)).toMatchObject({ state: 'running' })
    expect((await signalbox('resume')).stdout).toBe(`${gatewaySentence(false, true)}\n`)
    expect((await signalbox('sessions')).stdout).not.toContain('paused')
  })

  it('pauses and resumes a session by a part of its id', async () => {
    const [, id = ''] = /session (\w+)/.exec((await signalbox('run', 'Hello')).stdout) ?? []
    const paused = (await signalbox('pause', id)).stdout
    expect(paused).toMatch(new RegExp(`^Paused .*\\(${id}\\): .*signalbox resume ${id}\n$`))
    expect((await signalbox('sessions')).stdout).toMatch(new RegExp(`^${id} .* paused `, 'm'))
    const refused = await signalbox('run', 'Hello', '--session', id)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('The session is paused')])
    await signalbox('pause')
    expect((await signalbox('resume', id)).stdout).toContain(`turns start in it. ${PAUSED_LINE}`)
    await signalbox('resume')
    expect(JSON.parse((await signalbox('resume', id, '--json')).stdout)).toMatchObject({ paused: false })
  })

  it.each([
    [['pause', 'nobody at all'], 'There is no session "nobody at all". "signalbox sessions" lists them.'],
    [['pause', 'one', 'two'], '"two" is one word too many. "signalbox pause --help" shows what it takes.'],
  ])('%j: says what is wrong in a sentence', async (args, sentence) => {
    expect(await signalbox(...args)).toMatchObject({ code: 1, stdout: '', stderr: `${sentence}\n` })
  })
})
