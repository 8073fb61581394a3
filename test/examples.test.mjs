import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Client } from '@signalbox/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startWorld } from './client/world.mjs'

const root = resolve(import.meta.dirname, '..')

let world
let client

beforeAll(async () => {
  world = await startWorld()
  client = new Client({ url: world.url, token: world.token })
})
afterAll(async () => {
  client.close()
  await world.close()
})

/** An example as a reader would start it; `until` waits for what it prints. */
function start(name) {
  const child = spawn(process.execPath, [`examples/${name}`, world.url], {
    cwd: root,
    env: { PATH: process.env.PATH, SIGNALBOX_TOKEN: world.token },
  })
  let printed = ''
  let check = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk
      check()
    })
  }
  const ended = new Promise((done) => child.once('close', done))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    child,
    ended,
    until: (text) =>
      new Promise((done, fail) => {
        check = () => {
          const at = printed.indexOf(text)
          if (at < 0) return
          // What was waited for is not waited for again.
          const before = printed.slice(0, at)
          printed = printed.slice(at + text.length)
          done(before)
        }
        ended.then(() => fail(new Error(`it ended before it said ${text}: ${printed}`)))
        check()
      }),
  }
}

describe('examples/chat.mjs', () => {
  it('takes what is typed, says what the agent says, and asks for permission', async () => {
    const chat = start('chat.mjs')
    await chat.until('you: ')
    chat.child.stdin.write('Hello\u001b[2J there\n')
    expect(await chat.until('you: ')).toContain('You said: “Hello[2J there”')
    chat.child.stdin.write('demo:permission\n')
    expect(await chat.until('[y/n] ')).toContain('→ bash {"command":"npm test"')
    chat.child.stdin.write('n\n')
    expect(await chat.until('you: ')).toContain('Permission was denied')
    chat.child.stdin.write('demo:permission\n')
    await chat.until('[y/n] ')
    chat.child.stdin.write('y\n')
    expect(await chat.until('you: ')).toContain('Permission was given')
    chat.child.stdin.write('demo:question demo:error\n')
    expect(await chat.until('you: ')).toMatch(/You dismissed[\s\S]*It failed: /)
    chat.child.stdin.end()
    expect(await chat.ended).toBe(0)
  })
})

describe('examples/chat.mjs from a pipe', () => {
  it('reads every line, the answers among them', async () => {
    const chat = start('chat.mjs')
    chat.child.stdin.end('Hello\ndemo:permission\ny\nGoodbye\n')
    await chat.until('You said: “Hello”')
    await chat.until('Permission was given')
    await chat.until('You said: “Goodbye”')
    expect(await chat.ended).toBe(0)
  })

  it('allows nothing when there is no answer', async () => {
    const chat = start('chat.mjs')
    chat.child.stdin.end('demo:permission\n')
    await chat.until('Permission was denied')
    expect(await chat.ended).toBe(0)
  })
})

describe('examples/approve-bot.mjs', () => {
  it('answers what waits and what comes, and leaves the rest to people', async () => {
    // Something that waits already.
    const { id } = await client.createSession({ agentType: 'demo' })
    const early = client.run(id, 'demo:permission')
    for (let event = await early.next(); event.value.type !== 'permission_requested'; )
      event = await early.next()

    const bot = start('approve-bot.mjs')
    expect(await bot.until('ready')).toContain('left to a person "npm test"')
    // `all` ends with a request to read a file, after others that a person answers here.
    const all = (await client.createSession({ agentType: 'demo' })).id
    let end
    const by = []
    for await (const event of client.run(all, 'demo:all')) {
      if (event.type === 'permission_requested' && event.toolKind !== 'read')
        await client.respondPermission(all, event.requestId, { approved: false })
      if (event.type === 'question_requested')
        await client.answerQuestion(all, event.requestId, { dismissed: true })
      if (event.type === 'approval_resolved') by.push(event.message)
      end = event
    }
    expect(end.type).toBe('turn_complete')
    expect(by).toEqual([undefined, 'by approve-bot: approve'])
    await bot.until('approve "Read README.md"')
    await client.stopTurn(id)
  })
})

describe('examples/rpc-turn.mjs', () => {
  it('steers and interrupts a turn on one connection, in no more than 20 lines', async () => {
    const script = readFileSync(resolve(root, 'examples/rpc-turn.mjs'), 'utf8')
    expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(20)
    const turn = start('rpc-turn.mjs')
    const printed = await turn.until('"stream/closed"')
    const told = printed.split('\n').map((line) => /"id":\d|"method":"[^i][^"]+"/.exec(line)?.[0])
    expect(told.filter(Boolean)).toEqual([
      '"method":"thread/started"',
      '"id":1',
      '"method":"turn/started"',
      '"id":2',
      '"id":3',
      '"method":"turn/interrupted"',
      '"id":4',
    ])
    const inOrder = ['"text":"demo:slow"', '"id":2', '"text":"Hurry up"', '"id":3'].map((one) =>
      printed.indexOf(one),
    )
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b))
    expect(printed).toContain('"message":"Turn interrupted: that will do"')
    expect(await turn.ended).toBe(0)
  })
})
