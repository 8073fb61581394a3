import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { blocksOf, differenceOf, runInOneShell } from './blocks.mjs'

it('finds every block with what is promised of it', () => {
  const page = '# A\n```sh\na\nb\n```\n```output\none\n\ntwo\n```\n\n```js\nno\n```\n```sh\nc\n```\ntext\n'
  expect(blocksOf(page)).toEqual([
    { script: 'a\nb\n', promises: ['one', 'two'] },
    { script: 'c\n', promises: [] },
  ])
})

describe('one shell for all blocks', () => {
  const options = () => {
    const cwd = mkdtempSync(join(tmpdir(), 'signalbox-blocks-'))
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
    return { cwd, env: { PATH: process.env.PATH ?? '' }, timeout: 10_000 }
  }

  it('gives what each printed, and keeps what one set for the next', async () => {
    const printed = await runInOneShell(
      ['A=1\necho one\n', 'echo "again $A"\nsleep 0 &\nP=$!\n', 'wait $P\n'],
      options(),
    )
    expect(printed).toEqual(['one\n', 'again 1\n', ''])
  })

  it('fails with the first block that does, and when it takes too long', async () => {
    await expect(runInOneShell(['echo no >&2; false\n', 'echo never\n'], options())).rejects.toThrow(/no/)
    await expect(runInOneShell(['read < /dev/zero\n'], { ...options(), timeout: 50 })).rejects.toThrow(
      /no end/,
    )
  })
})

describe('what was promised', () => {
  it.each([
    ['a\nb\n', ['a', 'b']],
    ['a long line\n', ['a … line']],
    ['a b a b\n', ['a…b']],
    ['a\nx\ny\nb\n', ['a', '…', 'b']],
    ['a\nb\n', ['a', '…', 'b', '…']],
    ['a\nx\n', ['…', 'x']],
    ['{"n":1}\n', ['{"n":…}']],
    ['a\n\n\nb', ['a', 'b']],
  ])('%j is %j', (text, promises) => {
    expect(differenceOf(text, promises)).toBeUndefined()
  })

  it.each([
    ['a\n', ['a', 'b'], /promised: b\nfound: \(nothing\)/],
    ['a\nb\n', ['a'], /not promised: b/],
    ['b\na\n', ['a', 'b'], /promised: a\nfound: b/],
    ['ab\n', ['a'], /promised: a/],
    ['aXc\n', ['a…b'], /promised: a…b/],
    ['ab\n', ['ab…b'], /promised/],
    ['x\ny\n', ['…', 'z'], /promised: z\nfound: x\ny/],
    ['x\nz\ny\n', ['…', 'z'], /not promised: y/],
  ])('%j is not %j', (text, promises, difference) => {
    expect(differenceOf(text, promises)).toMatch(difference)
  })
})
