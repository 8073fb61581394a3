import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../terminal/display-width.js'
import { HERE } from '../test/watch-fixture.js'
import { cutPath, folderText, lastPart } from './place.js'

describe('folderText', () => {
  it.each([
    ['/home/ada/shop', 'box', '~/shop'],
    ['/home/ada', undefined, '~'],
    ['/home/adam/shop', 'box', '/home/adam/shop'],
    ['/home/ada/shop', 'elsewhere', '/home/ada/shop'],
    ['/tmp/a\u001b[2Jb', 'box', '/tmp/ab'],
    [undefined, 'box', ''],
  ])('%s on %s: %s', (cwd, host, text) => {
    expect(folderText(cwd, host, HERE)).toBe(text)
  })

  it('knows no home where there is none', () => {
    expect(folderText('/srv', 'box', { host: 'box', home: '/' })).toBe('/srv')
    expect(folderText('/srv', 'box', { host: 'box', home: '' })).toBe('/srv')
  })
})

it('calls a project by the end of its folder', () => {
  expect(['/home/ada/shop', '/srv/api/', '/', ''].map(lastPart)).toEqual(['shop', 'api', '', ''])
})

describe('cutPath', () => {
  it('keeps the end', () => {
    expect(cutPath('~/desk/site', 20)).toBe('~/desk/site')
    expect(cutPath('~/desk/site', 7)).toBe('…k/site')
    expect(cutPath('~/解析器', 5)).toBe('…析器')
    expect(cutPath('~/work', 0)).toBe('')
  })

  it('fits, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (path, columns) => {
        expect(displayWidth(cutPath(path, columns))).toBeLessThanOrEqual(Math.max(columns, 0))
      }),
    )
  })
})
