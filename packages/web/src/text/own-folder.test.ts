import { expect, it } from 'vitest'
import { isOwnFolder } from './own-folder.js'

const ID = '01994f3a-0000-7000-8000-000000000001'

it.each([
  [`/home/ada/.signalbox/workspaces/${ID}`, true],
  [`C:\\data\\workspaces\\${ID}`, true],
  [`/home/ada/.signalbox/workspaces/${ID}/src`, false],
  [`/home/ada/${ID}`, false],
  ['/home/ada/workspaces/shop', false],
  ['', false],
])('%s: %s', (path, isOwn) => {
  expect(isOwnFolder(path)).toBe(isOwn)
})
