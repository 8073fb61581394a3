import { expect, it } from 'vitest'
import { homeFolder } from './home-folder.js'

it.each([
  ['/home/ada/.signalbox/flows', '~/.signalbox/flows'],
  ['/Users/ada/a/b/c/d', '~/a/b/c/d'],
  ['/root', '~'],
  ['/homes/ada/flows', '/homes/ada/flows'],
  ['C:\\flows', 'C:\\flows'],
  ['/srv/\u001b[31mflows', '/srv/flows'],
])('%s → %s', (path, expected) => {
  expect(homeFolder(path)).toBe(expected)
})
