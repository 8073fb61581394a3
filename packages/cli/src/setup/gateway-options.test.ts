import { expect, it } from 'vitest'
import { gatewayOptions } from './gateway-options.js'

it.each([
  ['the usual one', { dataDir: '/home/ada/.signalbox', dev: false }, ''],
  ['the one for trying things out', { dataDir: '/home/ada/.signalbox/dev', dev: true }, '--dev'],
  ['one of its own', { dataDir: '/srv/box', dev: false }, '--data-dir /srv/box'],
  [
    'one of its own, in a folder with a space',
    { dataDir: '/srv/my box', dev: false },
    "--data-dir '/srv/my box'",
  ],
  ['both', { dataDir: '/srv/box', dev: true }, '--data-dir /srv/box --dev'],
])('names %s', (_what, config, options) => {
  expect(gatewayOptions(config, '/home/ada')).toBe(options)
})
