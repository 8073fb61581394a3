import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { tempDir } from '../test/signalbox.js'
import { hook } from './hook.js'

/** What was kept, without its head. */
function kept(dataDir: string): string[] {
  const directory = join(dataDir, 'spool')
  return readdirSync(directory).map(
    (name) => readFileSync(join(directory, name), 'utf8').split('\n\n')[1] ?? '',
  )
}

it('is the client with the data directory of its flags', async () => {
  const dataDir = tempDir()
  await hook.run({ 'data-dir': dataDir }, ['codex-notify', '{"type":"x"}'])
  expect(kept(dataDir)).toEqual(['{"type":"x"}'])
})

it('works beside a config.json that is broken', async () => {
  const dataDir = tempDir()
  writeFileSync(join(dataDir, 'config.json'), '{')
  await hook.run({ 'data-dir': dataDir }, ['codex-notify', '{"type":"x"}'])
  expect(kept(dataDir)).toHaveLength(1)
})

it('calls the program that Codex called before, with the same argument', async () => {
  const dataDir = tempDir()
  const file = join(dataDir, 'called')
  const program = ['sh', '-c', 'printf %s "$1" >"$0.new"; mv "$0.new" "$0"', file]
  await hook.run({ 'data-dir': dataDir }, ['codex-notify', ...program, '{"type":"x"}'])
  await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toBe('{"type":"x"}'), 10_000)
})
