import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'

/** What a terminal program does that understands pastes: it has a prompt, and notes every byte it gets. */
const PROGRAM = `process.stdin.setRawMode(true)
process.stdout.write('\\x1b[?2004hready\\r\\n> ')
process.stdin.on('data', (bytes) => {
  require('node:fs').appendFileSync(process.argv[2], bytes)
  const shown = bytes.toString().replace(/\\x1b\\[20[01]~/g, '')
  process.stdout.write(shown.replace(/\\r/g, '\\r\\n> '))
})
`

export interface TestPane {
  id: string
  pid: number
  /** What its program got so far. */
  got: () => string
}

/** A tmux server of its own for all tests of a file. */
export function tmuxServer() {
  let directory = ''
  const file = (name: string) => join(directory, name)
  const socket = () => file('tmux.sock')
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-S', socket(), '-f', '/dev/null', ...args], { encoding: 'utf8' })
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'signalbox-tmux-'))
    writeFileSync(file('program.cjs'), PROGRAM)
    tmux('new-session', '-d', '-s', 'test', '-x', '120', '-y', '30')
  })
  afterAll(() => {
    tmux('kill-server')
    rmSync(directory, { recursive: true })
  })

  /** A pane in which such a program runs. */
  async function pane(name: string): Promise<TestPane> {
    const bytes = file(`${name}.bytes`)
    writeFileSync(bytes, '')
    const window = ['-P', '-F', '#{pane_id}', process.execPath, file('program.cjs'), bytes]
    const id = tmux('new-window', '-d', '-t', 'test', ...window).trim()
    await expect.poll(() => tmux('capture-pane', '-p', '-t', id)).toContain('ready')
    const pid = Number(tmux('display-message', '-p', '-t', id, '#{pane_pid}'))
    return { id, pid, got: () => readFileSync(bytes, 'utf8') }
  }
  return { tmux, pane, socket, file }
}
