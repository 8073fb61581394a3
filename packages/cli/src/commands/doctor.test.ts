import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../test/signalbox.js'
import { versionOf } from './doctor.js'

it.each([
  ['on one line, and not too much of it', 'echo "1.2"; echo "by me"; exit 0', 10_000, '1.2 by me'],
  ['when it says nothing', 'exit 0', 10_000, 'agent does not tell its version'],
  ['when it fails', 'echo no; exit 1', 10_000, 'agent does not tell its version'],
  ['when it takes too long', 'exec sleep 60', 20, 'agent took too long to tell its version'],
])('what a program says about its version: %s', async (_what, script, limitMs, said) => {
  const PATH = tempDir()
  writeFileSync(join(PATH, 'agent'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  expect(await versionOf('agent', { PATH }, limitMs)).toBe(said)
})
