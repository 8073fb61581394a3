import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import {
  CLIENTS,
  callClient,
  DEAD,
  DECISION,
  json,
  listen,
  need,
  setUp,
  spooled,
} from '../test/hook-client.js'
import { tempDir } from '../test/signalbox.js'

beforeAll(() => need('sh', 'curl', 'tee', 'date', 'du', 'wc', 'ps'))

describe.each(CLIENTS)('notify of Codex (%s)', (_kind, command) => {
  it('tells the gateway, calls the program that was there before, and prints nothing', async () => {
    const { origin, heard } = await listen(json(200, DECISION))
    const file = join(tempDir(), 'called')
    const before = ['sh', '-c', 'printf "%s|" "$@" >"$0.new"; mv "$0.new" "$0"', file, 'an arg']
    const text = '{"type":"agent-turn-complete","last-assistant-message":"$(id) \'\\" *"}'
    const ended = await callClient([...command(setUp(origin)), 'codex-notify', '--', ...before, text])
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(heard[0]).toMatchObject({ path: '/hooks/codex' })
    expect(heard[0]?.headers).not.toHaveProperty('x-signalbox-wait')
    expect(heard[0]?.body.toString()).toBe(text)
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toBe(`an arg|${text}|`), 10_000)
  })

  it.each([
    ['without a program', []],
    ['with one that is not there', ['--', '/nowhere/to/be found']],
    ['with an empty one', ['--']],
  ])('works %s', async (_what, words) => {
    const home = setUp(DEAD)
    const ended = await callClient([...command(home), 'codex-notify', ...words, '{"type":"x"}'])
    expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect((await spooled(home)).map(({ head, payload }) => [head[1], payload.toString()])).toEqual([
      ['agent: codex', '{"type":"x"}'],
    ])
  })
})
