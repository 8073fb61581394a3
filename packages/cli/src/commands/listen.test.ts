import type { SessionMeta } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { paintFor } from '../terminal/paint.js'
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
