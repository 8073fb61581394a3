import { expect, it } from 'vitest'
import { shortFolder } from './short-folder.js'

it.each([
  ['/home/ada/shop', '~/shop'],
  ['/Users/ada', '~'],
  ['/root/code/shop', '~/code/shop'],
  ['/rooted/shop', '/rooted/shop'],
  ['/home/ada/code/clients/shop', '…/clients/shop'],
  ['/', '/'],
  ['C:\\work\\shop', 'C:\\work\\shop'],
  ['/srv/\u001b[31mshop', '/srv/shop'],
])('%s → %s', (path, expected) => {
  expect(shortFolder(path)).toBe(expected)
})
