import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../log/testing.js'
import { readRollout } from './rollout-file.js'
import { changedRollouts, rolloutOf, timeOf } from './rollout-files.js'

describe('readRollout', () => {
  it('reads whole lines, each once, wherever the file ended before', async () => {
    const path = join(tempDir(), 'f')
    const pieces = fc.array(fc.constantFrom('a', 'é', '\n', 'bc\n', '\n\n'), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(20), async (texts, limit) => {
        writeFileSync(path, '')
        const lines: string[] = []
        let position = 0
        for (const text of texts) {
          appendFileSync(path, text)
          let more = true
          while (more) {
            const chunk = await readRollout(path, position, limit + 1)
            lines.push(...chunk.lines)
            ;({ position, more } = chunk)
          }
        }
        expect(lines).toEqual(texts.join('').split('\n').slice(0, -1))
      }),
      { numRuns: 25 },
    )
  })

  it('passes over lines that are too long, and begins again where a file was cut', async () => {
    const path = join(tempDir(), 'f')
    writeFileSync(path, `one\n${'x'.repeat(3 * 1024 * 1024)}\ntwo\n`)
    const first = await readRollout(path, 0)
    expect(first.lines).toEqual(['one', 'two'])
    writeFileSync(path, 'new\n')
    expect((await readRollout(path, first.position)).lines).toEqual(['new'])
    expect(await readRollout(`${path}.gone`, 7)).toEqual({ lines: [], position: 7, more: false })
  })
})

describe('a rollout file that is none', () => {
  it('is not waited for', async () => {
    const pipe = join(tempDir(), 'rollout.jsonl')
    execFileSync('mkfifo', [pipe])
    expect(await readRollout(pipe, 0)).toEqual({ lines: [], position: 0, more: false })
    expect(await readRollout(tempDir(), 0)).toEqual({ lines: [], position: 0, more: false })
  })
})

describe('rollout files', () => {
  const thread = '01a1e3a4-5fbb-7df1-abdc-b9301857406a'
  const begun = timeOf(thread) ?? 0

  it('are found by the time in the id of their thread, and by when they changed', async () => {
    const home = tempDir()
    const date = new Date(begun)
    const two = (value: number) => String(value).padStart(2, '0')
    const dir = join(
      home,
      'sessions',
      String(date.getFullYear()),
      two(date.getMonth() + 1),
      two(date.getDate()),
    )
    mkdirSync(dir, { recursive: true })
    const path = join(dir, `rollout-2026-11-16T09-16-02-${thread}.jsonl`)
    writeFileSync(path, '')
    writeFileSync(join(dir, 'notes.txt'), '')
    utimesSync(path, begun / 1000 + 60, begun / 1000 + 60)
    expect(await rolloutOf(home, thread)).toBe(path)
    expect(await rolloutOf(home, 'no-uuid')).toBeUndefined()
    expect(await rolloutOf(home, thread.replace('406a', '406b'))).toBeUndefined()
    const found = await changedRollouts(home, begun, begun + 3600_000)
    expect(found.map((one) => [one.thread, one.path])).toEqual([[thread, path]])
    expect(await changedRollouts(home, begun + 120_000, begun + 3600_000)).toEqual([])
  })
})
