import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { ownKeyboard } from './keyboard.js'

/** A pane of a tmux server, and the agent in it. */
export interface TmuxPane {
  pane: string
  pid: number
  /** The socket of its server; the usual one if it is not given. */
  socket?: string
}

const TIMEOUT_MS = 5_000
const ENTER_AFTER_MS = 300
const FACTS = '#{pane_id} #{pane_dead} #{pane_in_mode} #{pane_tty}'
const PANE = /^%\d{1,9}$/
let buffers = 0

/** A pane that could not be written to, and why. */
export class PaneError extends Error {}

/** What prompts and boxes are drawn with. */
const DRAWN = /[│┃|>❯›»$#%*~\s]/gu
const PROMPT = /^[\s│┃|]*[>❯›»]/u
/** Who touched a key so lately is about to touch the next. */
const JUST_NOW_S = 3

/** Whether somebody is typing in a pane, or has left something there that would be sent off with a message. */
export async function isTypedIn(target: TmuxPane, signal?: AbortSignal): Promise<boolean> {
  const { pane } = target
  const asked = '#{cursor_flag} #{cursor_x} #{cursor_y}'
  const [visible, x = 0, y] = (await tmux(target, ['display-message', '-p', '-t', pane, asked], { signal }))
    .trim()
    .split(' ')
    .map(Number)
  // Of a pane that is gone nothing is said.
  if (!Number.isInteger(y)) return false
  const line = await tmux(target, ['capture-pane', '-p', '-t', pane, '-S', String(y), '-E', String(y)], {
    signal,
  })
  const written = [...line].slice(0, x).join('')
  // Who hides the cursor may have left it anywhere; on the line of a prompt it is where the next sign goes.
  if ((visible === 1 || PROMPT.test(written)) && written.replace(DRAWN, '') !== '') return true
  const clients = await tmux(target, ['list-clients', '-F', '#{pane_id} #{client_activity}'], { signal })
  return clients.split('\n').some((client) => {
    const [at, activity] = client.split(' ')
    return at === pane && Date.now() / 1000 - Number(activity) < JUST_NOW_S
  })
}

/**
 * Puts a text into a pane and presses Enter. Through a buffer and as a bracketed paste: nothing in the text is taken for
 * a key, and nothing goes through a shell. Not where anything else than its agent would read it: the shell below an agent
 * that was stopped would run the words of another agent. `begin` is called when nothing speaks against it any more; from
 * then on the text may be there.
 */
export async function typeInto(
  target: TmuxPane,
  text: string,
  { signal, begin }: { signal?: AbortSignal; begin?: () => Promise<void> | void } = {},
): Promise<void> {
  const { pane, pid } = target
  if (!PANE.test(pane)) throw new PaneError(`${pane.slice(0, 20)} is not a tmux pane`)
  const told = await tmux(target, ['display-message', '-p', '-t', pane, FACTS], { signal })
  const [id, dead, isInMode, terminal = ''] = told.trim().split(' ')
  // tmux answers for another pane where there is none of this name.
  if (id !== pane || dead !== '0') throw new PaneError(`pane ${pane} is gone`)
  // Keys would go to tmux there, and the text would be left unsent.
  if (isInMode !== '0') throw new PaneError(`somebody scrolls in pane ${pane}`)
  if (!(await ownKeyboard(pid, terminal))) throw new PaneError('its agent is not in front there')
  const buffer = `signalbox-${process.pid}-${++buffers}`
  await tmux(target, ['load-buffer', '-b', buffer, '-'], { signal, input: text })
  await begin?.()
  await tmux(target, ['paste-buffer', '-p', '-d', '-b', buffer, '-t', pane], { signal })
  // Some take an Enter that comes with a paste for a part of it. What is pasted is sent, also when the gateway stops.
  await setTimeout(ENTER_AFTER_MS)
  await tmux(target, ['send-keys', '-t', pane, 'Enter'], { signal: undefined })
}

/** The last lines a pane shows, with what has scrolled out of sight; without the empty ones below. */
export async function tailOf(target: TmuxPane, lines: number, signal?: AbortSignal): Promise<string> {
  const { pane } = target
  if (!PANE.test(pane)) throw new PaneError(`${pane.slice(0, 20)} is not a tmux pane`)
  const shown = await tmux(target, ['capture-pane', '-p', '-J', '-t', pane, '-S', `-${lines}`], { signal })
  return shown.trimEnd().split('\n').slice(-lines).join('\n')
}

interface Run {
  input?: string
  signal: AbortSignal | undefined
}

function tmux({ socket }: TmuxPane, args: readonly string[], { input, signal }: Run): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = socket === undefined ? [] : ['-S', socket]
    const options = { timeout: TIMEOUT_MS, ...(signal ? { signal } : {}) }
    const child = execFile('tmux', [...server, ...args], options, (error, stdout, stderr) => {
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
