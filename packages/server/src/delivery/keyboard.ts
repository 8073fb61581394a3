import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

/** Whether it is this process that reads what is typed into this terminal. */
export type Keyboard = (pid: number, terminal: string) => Promise<boolean>

const PS_LIMIT_MS = 5_000
const run = promisify(execFile)

/** By /proc. */
export const procKeyboard: Keyboard = async (pid, terminal) => {
  const [text, device] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ''),
    stat(terminal).catch(() => undefined),
  ])
  // The name may hold blanks and brackets; after it come state, parent, group, session, terminal, the group in front.
  const [state, , group, , tty, front] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return device !== undefined && Number(tty) === device.rdev && isInFront(state, group, front)
}

/** By ps, which names a terminal without its folder. */
export const psKeyboard: Keyboard = async (pid, terminal) => {
  const args = ['-o', 'stat=,pgid=,tpgid=,tty=', '-p', String(pid)]
  const stdout = await run('ps', args, { timeout: PS_LIMIT_MS }).then(
    (done) => done.stdout,
    () => '',
  )
  const [state, group, front, tty = ''] = stdout.trim().split(/\s+/)
  return basename(tty) === basename(terminal) && isInFront(state, group, front)
}

/** The way of this system. */
export const ownKeyboard: Keyboard = process.platform === 'linux' ? procKeyboard : psKeyboard

/** Of one that was stopped or put into the background its shell reads what is typed, and would run it. */
function isInFront(state = '', group?: string, front?: string): boolean {
  return group !== undefined && group === front && /^[^TtZX]/.test(state)
}
