import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../log/testing.js'
import { DirectoryWatch } from './directory-watch.js'

/** A watch that answers the first looks like this, and the others with false. */
function watching(answers: readonly boolean[], pollMs: number) {
  const directory = join(tempDir(), 'flows')
  mkdirSync(directory)
  let looks = 0
  const waiting = new Map<number, () => void>()
  const watch = new DirectoryWatch({
    directory,
    pollMs,
    async changed() {
      looks += 1
      waiting.get(looks)?.()
      return answers[looks - 1] ?? false
    },
  })
  onTestFinished(() => watch.close())
  watch.start()
  const looked = (times: number) =>
    looks >= times ? Promise.resolve() : new Promise<void>((done) => waiting.set(times, done))
  return { directory, looked, looks: () => looks }
}

it('looks when something changes, and again while it is told to', async () => {
  const { directory, looked, looks } = watching([true, true], 3_600_000)
  writeFileSync(join(directory, 'a.yaml'), 'a')
  await looked(3)
  expect(looks()).toBe(3)
})

it('looks now and then, also where nothing is told', async () => {
  const { looked, looks } = watching([], 20)
  await looked(2)
  expect(looks()).toBeGreaterThanOrEqual(2)
})
