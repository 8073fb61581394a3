import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recentFolders, rememberFolder } from './recent-folders.js'

function storeOf(text: string | null = null) {
  let kept = text
  return {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value
    },
  }
}

describe('the folders of before', () => {
  it('are kept, the last first and each once', () => {
    const store = storeOf()
    for (const folder of ['/a', '/b', '/a']) rememberFolder(store, folder)
    expect(recentFolders(store)).toEqual(['/a', '/b'])
  })

  it('are eight at most', () => {
    const store = storeOf()
    for (let count = 0; count < 20; count++) rememberFolder(store, `/${count}`)
    expect(recentFolders(store)).toHaveLength(8)
    expect(recentFolders(store)[0]).toBe('/19')
  })

  it('bear whatever is stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        for (const folder of recentFolders(storeOf(text))) expect(typeof folder).toBe('string')
      }),
    )
  })

  it('do not keep nothing, or what is no path', () => {
    const store = storeOf()
    rememberFolder(store, '')
    rememberFolder(store, 'x'.repeat(5000))
    expect(recentFolders(store)).toEqual([])
  })

  it('bear a browser that keeps nothing', () => {
    const closed = {
      getItem: () => {
        throw new Error('denied')
      },
      setItem: () => {
        throw new Error('full')
      },
    }
    expect(recentFolders(closed)).toEqual([])
    expect(() => rememberFolder(closed, '/a')).not.toThrow()
  })
})
