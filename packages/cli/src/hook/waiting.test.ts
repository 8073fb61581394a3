import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../hook/signalbox-hook.mjs'
import { Spool } from '../../hook/signalbox-hook.mjs'
import { tempDir } from '../test/signalbox.js'
import { sendWaiting, waitingPlace } from './waiting.js'

describe('waitingPlace', () => {
  it('is the spool of the gateway whose data directory it is, else a folder for that gateway', () => {
    const dataDir = tempDir()
    writeFileSync(join(dataDir, 'gateway'), 'http://127.0.0.1:9090\n')
    const place = (origin: string) => waitingPlace(dataDir, origin, 'http://127.0.0.1:8080')
    const spool = { directory: join(dataDir, 'spool'), isElsewhere: false }
    for (const own of [
      'http://127.0.0.1:8080',
      'http://localhost:8080',
      'http://127.0.0.1:9090',
      'http://[::1]:9090',
    ])
      expect(place(own)).toEqual(spool)
    expect(place('http://127.0.0.1:8081').isElsewhere).toBe(true)
    expect(place('https://box.example:1')).toEqual({
      directory: join(dataDir, 'waiting', 'https%3A%2F%2Fbox.example%3A1'),
      isElsewhere: true,
    })
  })
})

describe('sendWaiting', () => {
  /** Three events of sessions a, b and c. */
  function waiting(): string {
    const directory = join(tempDir(), 'waiting')
    const spool = new Spool(directory)
    for (const [index, id] of ['a', 'b ü', 'c'].entries()) {
      const head = { notify: id, 'event-id': `e${index}`, 'occurred-at': `179477090000${index}` }
      expect(spool.keep(spool.begin(head, Buffer.from(`{"n":${index}}\n\n`)))).toBeUndefined()
    }
    mkdirSync(join(directory, 'bad'))
    writeFileSync(join(directory, '.tmp-half'), 'version: 1\nno')
    return directory
  }
  const answering =
    (sent: string[], ...answers: Answer[]) =>
    async (sessionId: string, body: Buffer): Promise<Answer> => {
      sent.push(`${sessionId} ${body}`)
      return answers.shift() ?? { status: 200, text: '{}' }
    }
  const left = (directory: string) => readdirSync(directory).filter((name) => name.endsWith('.event')).length

  it('sends them in order, byte for byte, and they are gone', async () => {
    const directory = waiting()
    const sent: string[] = []
    expect(await sendWaiting(directory, answering(sent))).toBeUndefined()
    expect(sent).toEqual(['a {"n":0}\n\n', 'b ü {"n":1}\n\n', 'c {"n":2}\n\n'])
    expect(left(directory)).toBe(0)
  })

  it('stops where the gateway is gone, and puts aside what it refuses', async () => {
    const directory = waiting()
    const sent: string[] = []
    const [refused, gone] = [
      { status: 400, text: '{"detail":"no"}' },
      { status: 0, text: '' },
    ]
    expect(await sendWaiting(directory, answering(sent, refused, gone))).toBe(gone)
    expect(sent).toHaveLength(2)
    expect([left(directory), left(join(directory, 'bad'))]).toEqual([2, 1])
  })

  it('does not mind another call that sends the same', async () => {
    const directory = waiting()
    const sent: string[] = []
    const twice = async (id: string, body: Buffer): Promise<Answer> => {
      for (const name of readdirSync(directory)) if (name.endsWith('.event')) rmSync(join(directory, name))
      return answering(sent, { status: 400, text: '{"detail":"no"}' })(id, body)
    }
    expect(await sendWaiting(directory, twice)).toBeUndefined()
    expect([sent.length, left(directory)]).toEqual([1, 0])
  })

  it('has nothing to send where nothing waits', async () => {
    expect(await sendWaiting(join(tempDir(), 'none'), answering([]))).toBeUndefined()
  })
})
