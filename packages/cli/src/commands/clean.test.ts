import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Ended, start, startOnTerminal, tempDir } from '../test/signalbox.js'

/** What Node writes about the scripts a process loaded. */
interface Coverage {
  result: { url: string }[]
}

async function clean(input: string | Buffer, ...args: string[]): Promise<Ended> {
  const { child, ended } = start(['clean', ...args])
  child.stdin.end(input)
  return await ended
}

const TASK =
  '<task-notification>\n<task-id>b27a792</task-id>\n<status>completed</status>\n' +
  '<summary>Background command &quot;npm test&quot; completed</summary>\n</task-notification>\n'

describe('signalbox clean', () => {
  it.each([
    ['a tag', 'Hello.\n<system-reminder>for you alone</system-reminder>\n', 'Hello.'],
    ['a notification', TASK, 'Background command "npm test" completed'],
    ['colours', '\u001b[31mred\u001b[0m\n', 'red\n'],
  ])('takes %s out', async (_name, input, output) => {
    expect(await clean(input)).toEqual({ code: 0, stdout: output, stderr: '' })
  })

  it.each(['', 'no line break at the end', '  spaces and a break \n', 'Vec<u8> and <branch-name>\n\n'])(
    'leaves %j as it is',
    async (input) => {
      expect(await clean(input)).toEqual({ code: 0, stdout: input, stderr: '' })
    },
  )

  it('prints all there is to know as one object', async () => {
    const { code, stdout } = await clean(`${TASK}And now?\u202e`, '--json')
    expect(code).toBe(0)
    // Nothing a terminal would act on is in it.
    expect(stdout).toMatch(/^\{.*\\u202e.*\}\n$/)
    expect(JSON.parse(stdout)).toEqual({
      text: 'Background command "npm test" completed\nAnd now?\u202e',
      cleaned: ['task-notification'],
      fallback: false,
      parts: [
        expect.objectContaining({ kind: 'task', task: expect.objectContaining({ taskId: 'b27a792' }) }),
        { kind: 'text', text: 'And now?\u202e' },
      ],
    })
  })

  it('knows the tags of one agent only when it is told which', async () => {
    const context = '<environment_context>\n  <cwd>/tmp</cwd>\n</environment_context>\nGo on.'
    expect((await clean(context)).stdout).toBe('Go on.')
    expect((await clean(context, '--agent', 'codex')).stdout).toBe('Go on.')
    expect((await clean(context, '--agent', 'claude')).stdout).toBe(context)
  })

  it('names the agents there are', async () => {
    const { code, stdout, stderr } = await clean('', '--agent', 'cluade')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^--agent is one of claude, codex, .*, not "cluade"\.\n$/)
  })

  it('reads what is not UTF-8, too', async () => {
    const latin = Buffer.from('caf\u00e9 \u001b[1mbold\n', 'latin1')
    expect(await clean(latin)).toEqual({ code: 0, stdout: 'caf\ufffd bold\n', stderr: '' })
  })

  it('prints what it cannot clean as it came, and says so', async () => {
    const long = Buffer.from(`${'x'.repeat(8 * 1024 * 1024)}\u00e9\u001b[1m`, 'latin1')
    const { child, ended } = start(['clean'])
    const printed: Buffer[] = []
    child.stdout.on('data', (piece: Buffer) => printed.push(piece))
    child.stdin.end(long)
    const { code, stderr } = await ended
    expect(code).toBe(0)
    expect(stderr).toMatch(/^The text could not be cleaned.*\n$/)
    expect(Buffer.concat(printed).equals(long)).toBe(true)
  })

  it('ends without a word when nobody reads on', async () => {
    const { child, ended } = start(['clean'])
    child.stdout.destroy()
    child.stdin.end('x'.repeat(1024 * 1024))
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('says on a terminal that it reads, and leaves the prompt a line of its own', async () => {
    const { child, ended, until } = startOnTerminal(['clean'])
    await until(/Reading text until Ctrl-D\.\r\n/)
    child.stdin.write('\u001b[31mtyped\n\u0004')
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/typed\r\ntyped\r\n$/) })
    const { stdout } = await startOnTerminal(['clean', '--agent', 'x']).ended
    expect(stdout).not.toContain('Reading')
  })

  it('ends what it prints on a terminal with a line break', async () => {
    const { child, ended, until } = startOnTerminal(['clean'])
    await until(/Ctrl-D/)
    child.stdin.write('typed\u0004\u0004')
    expect((await ended).stdout).toMatch(/typedtyped\r\n$/)
  })

  it('loads nothing of the gateway', async () => {
    const loaded = tempDir()
    const { child, ended } = start(['clean'], { NODE_V8_COVERAGE: loaded })
    child.stdin.end('x')
    await ended
    const urls = readdirSync(loaded).flatMap((file) =>
      (JSON.parse(readFileSync(join(loaded, file), 'utf8')) as Coverage).result.map(({ url }) => url),
    )
    const ofOthers = urls.filter((url) => /\/(?:server|client|node_modules)\//.test(url))
    expect(ofOthers).toEqual([expect.stringMatching(/server\/bundle\/config\.js$/)])
  })
})
