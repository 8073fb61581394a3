import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../log/testing.js'
import { reachable, writeGatewayFile } from './gateway-file.js'

it('is one line that everybody may read, the newest address in it', () => {
  const dataDir = tempDir()
  writeGatewayFile(dataDir, 'http://127.0.0.1:8080')
  writeGatewayFile(dataDir, 'http://127.0.0.1:9090')
  expect(readFileSync(join(dataDir, 'gateway'), 'utf8')).toBe('http://127.0.0.1:9090\n')
  expect(statSync(join(dataDir, 'gateway')).mode & 0o777).toBe(0o644)
})

it.each([
  ['http://0.0.0.0:80', 'http://127.0.0.1:80'],
  ['http://0.0.0.0:8080', 'http://127.0.0.1:8080'],
  ['http://[::]:8080', 'http://[::1]:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['http://box.example:80', 'http://box.example:80'],
])('of %s it says %s', (url, told) => {
  expect(reachable(url)).toBe(told)
})
