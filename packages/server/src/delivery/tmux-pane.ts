import { execFile } from 'node:child_process'

/** A pane of a tmux server. */
export interface TmuxPane {
  pane: string
  /** The socket of its server; the usual one if it is not given. */
  socket?: string
}

const TIMEOUT_MS = 5_000
const PANE = /^%\d{1,9}$/
let buffers = 0

/** A pane that could not be written to, and why. */
export class PaneError extends Error {}

/**
 * Puts a text into a pane and presses Enter. Through a buffer and as a bracketed paste: nothing in the text is taken for
 * a key, and nothing goes through a shell.
 */
export async function typeInto(target: TmuxPane, text: string): Promise<void> {
  const { pane } = target
  if (!PANE.test(pane)) throw new PaneError(`${pane.slice(0, 20)} is not a tmux pane`)
  const dead = await tmux(target, ['display-message', '-p', '-t', pane, '#{pane_id} #{pane_dead}'])
  // tmux answers for another pane where there is none of this name.
  if (dead.trim() !== `${pane} 0`) throw new PaneError(`pane ${pane} is gone`)
  const buffer = `signalbox-${process.pid}-${++buffers}`
  await tmux(target, ['load-buffer', '-b', buffer, '-'], text)
  await tmux(target, ['paste-buffer', '-p', '-d', '-b', buffer, '-t', pane])
  await tmux(target, ['send-keys', '-t', pane, 'Enter'])
}

function tmux({ socket }: TmuxPane, args: readonly string[], input?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = socket === undefined ? [] : ['-S', socket]
    const child = execFile('tmux', [...server, ...args], { timeout: TIMEOUT_MS }, (error, stdout, stderr) => {
      if (error) reject(new PaneError(problemOf(error, stderr)))
      else resolve(stdout)
    })
    // A server that is gone does not read it.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

function problemOf(error: Error & { code?: unknown; killed?: boolean }, stderr: string): string {
  if (error.code === 'ENOENT') return 'tmux is not installed here'
  if (error.killed) return 'tmux does not answer'
  return stderr.trim().split('\n')[0] || error.message
}
