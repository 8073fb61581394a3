import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BIN } from './signalbox.js'

const run = promisify(execFile)
const LONGEST_MS = 15_000

export interface TerminalOptions {
  columns: number
  rows: number
  env: Record<string, string>
}

/** A real terminal, in a tmux of its own, with `signalbox` in it: who starts it stops it. */
export async function startTmux(args: readonly string[], { columns, rows, env }: TerminalOptions) {
  const dir = mkdtempSync(join(tmpdir(), 'signalbox-tmux-'))
  const socket = join(dir, 'socket')
  const tmux = async (...words: string[]) => {
    const own = { PATH: process.env.PATH ?? '', HOME: dir, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' }
    const { stdout } = await run('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...words], { env: own })
    return stdout
  }
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const size = ['-x', String(columns), '-y', String(rows)]
  const script = 'echo before the view; "$@"; echo "left with $?"; exec cat'
  const command = ['sh', '-c', script, 'sh', process.execPath, BIN, ...args]
  await tmux('new-session', '-d', ...size, ...variables, ...command)
  const pane = (await tmux('display-message', '-p', '#{pane_id}')).trim()
  return {
    pane,
    socket,
    tmux,
    /** Keys by the names tmux has for them. */
    press: (...keys: string[]) => tmux('send-keys', '-t', pane, ...keys),
    type: (text: string) => tmux('send-keys', '-t', pane, '-l', text),
    resize: (x: number, y: number) => tmux('resize-window', '-x', String(x), '-y', String(y)),
    screen: () => tmux('capture-pane', '-p', '-t', pane),
    /** The screen once it fits; what it shows instead, when that takes too long. */
    async until(pattern: RegExp): Promise<string> {
      const end = Date.now() + LONGEST_MS
      for (;;) {
        const screen = await tmux('capture-pane', '-p', '-t', pane)
        if (pattern.test(screen)) return screen
        if (Date.now() > end) throw new Error(`it does not show ${pattern}, but:\n${screen}`)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },
    async stop() {
      await tmux('kill-server').catch(() => undefined)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
