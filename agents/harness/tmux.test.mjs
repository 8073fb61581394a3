import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Tmux } from './tmux.mjs'

const dir = mkdtempSync(join(tmpdir(), 'sb-tmux-'))
const env = { PATH: process.env.PATH ?? '', HOME: dir, TERM: 'xterm-256color', LANG: 'C.UTF-8' }
/** @type {Tmux} */
let tmux
beforeAll(() => {
  tmux = new Tmux({ dir, env })
})
afterAll(async () => {
  await tmux.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('Pane', () => {
  it('shows what a program prints and takes what is typed', async () => {
    const pane = await tmux.open(['cat'], { cwd: dir })
    await pane.enter('grüße; $(x) #{y}')
    await pane.until(/grüße; \$\(x\) #\{y\}\s+grüße/)
    expect(pane.id).toMatch(/^%\d+$/)
    await pane.kill()
  })

  it('has the directory and the variables it was given', async () => {
    const pane = await tmux.open(['sh', '-c', 'echo "in $PWD with $GIVEN"; exec cat'], {
      cwd: dir,
      env: { GIVEN: 'a b' },
    })
    await pane.until(new RegExp(`in ${dir} with a b`))
    await pane.kill()
  })

  it('notices when something leaves the screen', async () => {
    const pane = await tmux.open(['sh', '-c', 'echo here; read line; clear; exec cat'], { cwd: dir })
    await pane.until(/here/)
    await pane.keys('Enter')
    await pane.untilGone(/here/)
    await pane.kill()
  })

  it('says what was there instead', async () => {
    const pane = await tmux.open(['sh', '-c', 'echo this; exec cat'], { cwd: dir })
    await pane.until(/this/)
    await expect(pane.until(/that/, 50)).rejects.toThrow(/\/that\/ on the screen did not come.*\nthis/)
    await pane.kill()
  })
})
