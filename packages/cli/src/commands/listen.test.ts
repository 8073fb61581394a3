import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionMeta } from '@signalbox/protocol'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { paintFor } from '../terminal/paint.js'
import { startGateway } from '../test/signalbox.js'
import { listen, listenersIn, listeningLines } from './listen.js'

describe('listen', () => {
  it.each([
    [{}, []],
    [{ to: 'shop' }, []],
    [{}, ['api']],
  ])('%j %j: says what to type', async (values, words) => {
    await expect(listen.run(values, words)).rejects.toThrow('signalbox listen SESSION --to OTHER')
  })

  it.each([
    [{ list: true }, ['api']],
    [{ list: true, to: 'shop' }, []],
    [{ list: true, remove: true }, []],
  ])('%j %j: lists all or nothing', async (values, words) => {
    await expect(listen.run(values, words)).rejects.toThrow('--list takes no session')
  })
})

it('reads who listens, however it is listed', () => {
  expect(listenersIn([{ listener: 'a', since: 1 }, 'b', { other: 1 }, 3, null])).toEqual(['a', 'b'])
  expect(listenersIn(undefined)).toEqual([])
})

describe('listeningLines', () => {
  const session = (id: string, name: string | null) =>
    ({ id, name, aliases: [] as SessionMeta['aliases'] }) as SessionMeta
  const sessions = [
    session('0198c0de-0000-7000-8000-0000000000aa', 'shop\u001b[2J'),
    session('0198c0de-0000-7000-8000-0000000000bb', null),
  ]
  const plain = { paint: paintFor(false), width: () => 80 }

  it('names both', () => {
    const [shop, api] = sessions.map(({ id }) => id)
    const all = [
      { listener: shop ?? '', to: api ?? '' },
      { listener: 'gone', to: shop ?? '' },
    ]
    expect(listeningLines(all, sessions, plain)).toEqual([
      'SESSION          LISTENS TO',
      'shop (000000aa)  000000bb',
      'gone             shop (000000aa)',
    ])
  })

  it('says how to begin', () => {
    expect(listeningLines([], sessions, plain)).toEqual([
      'Nobody listens to another. Begin with: signalbox listen SESSION --to OTHER',
    ])
  })
})

describe('with a gateway', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-listen-'))
  const gateway = await startGateway(dataDir)
  const [url, token] = [gateway.env.SIGNALBOX_URL, gateway.env.SIGNALBOX_TOKEN]
  afterAll(async () => {
    await gateway.stop()
    rmSync(dataDir, { recursive: true })
  })
  const hook = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/hooks/claude`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        session_id: name,
        cwd: `/srv/${name}`,
        hook_event_name: 'SessionStart',
        source: 'startup',
      }),
    })
  /** What it prints. */
  const listened = async (values: Record<string, string | boolean>, words: string[] = []) => {
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    log.mockClear()
    await listen.run({ url, token, ...values }, words)
    return log.mock.calls.flat().join('\n')
  }

  it('has one session told of another, lists it and ends it', async () => {
    const pane = { 'x-signalbox-host': 'box', 'x-signalbox-pid': '7', 'x-signalbox-tmux-pane': '%5' }
    await hook('boss', pane)
    await hook('helper')
    expect(await listened({ to: 'helper' }, ['boss'])).toMatch(
      /^boss \(\S+\) is told in its tmux pane %5 when helper \(\S+\) needs somebody or is done\.$/,
    )
    expect(await listened({ to: 'boss' }, ['helper'])).toContain(
      'is told in its session, as it has no tmux pane, when',
    )
    const all = JSON.parse(await listened({ list: true, json: true }))
    expect(all).toEqual([
      expect.objectContaining({ to: all[1].listener }),
      expect.objectContaining({ to: all[0].listener }),
    ])
    expect(await listened({ to: 'helper', remove: true }, ['boss'])).toMatch(
      /^boss \(\S+\) no longer listens to helper/,
    )
    expect(JSON.parse(await listened({ list: true, json: true }))).toHaveLength(1)
  })

  it('says what is wrong in a sentence', async () => {
    await hook('alone')
    await expect(listened({ to: 'alone' }, ['alone'])).rejects.toThrow('A session cannot listen to itself')
    await expect(listened({ to: 'nobody at all' }, ['alone'])).rejects.toThrow(
      'There is no session "nobody at all". "signalbox sessions" lists them.',
    )
    await expect(listened({ to: 'helper', remove: true }, ['alone'])).rejects.toThrow(
      'not told about that one',
    )
  })
})
