import { execFile } from 'node:child_process'
import { lstatSync, realpathSync } from 'node:fs'
import { UsageError } from '@signalbox/server/config'
import { oneLine } from '../terminal/plain-text.js'

/** Where an agent sits, as far as it is known. */
export interface Seat {
  agent: string
  target?: string
  socket?: string
  host?: string
}

/** What the jump needs of this machine. */
export interface Machine {
  host: string
  env: Record<string, string | undefined>
  /** Runs tmux, without a shell; rejects with what it said. */
  tmux(args: readonly string[]): Promise<string>
  /** Whether a file is a socket of ours. */
  isOwnSocket(path: string): boolean
}

/** Shows the pane of an agent; says where it is now to be seen. Why it cannot be is a UsageError. */
export async function jumpTo(seat: Seat, machine: Machine): Promise<string> {
  const { target, socket, host, agent } = seat
  if (host !== undefined && host !== machine.host)
    throw new UsageError(
      `It runs on ${oneLine(host)}; this is ${machine.host}. Its pane can be reached there.`,
    )
  if (target === undefined)
    throw new UsageError(
      `${oneLine(agent) || 'It'} was not started inside tmux, so there is no pane to go to.`,
    )
  // A tmux client does what its server says: only one of ours is asked.
  if (socket !== undefined && !machine.isOwnSocket(socket))
    throw new UsageError('The tmux it was started in is gone.')
  const tmux = (...args: string[]) => machine.tmux([...(socket === undefined ? [] : ['-S', socket]), ...args])
  const session = await tmux('display-message', '-p', '-t', target, '#{session_name}').catch((error) => {
    throw new UsageError(
      error.code === 'ENOENT' ? 'tmux is not installed here.' : `Its tmux pane ${oneLine(target)} is gone.`,
    )
  })
  await tmux('select-window', '-t', target, ';', 'select-pane', '-t', target)
  const name = oneLine(session)
  if (isInside(socket, machine.env)) {
    const isSwitched = await tmux('switch-client', '-t', target).then(
      () => true,
      // Nobody looks at our own session either.
      () => false,
    )
    if (isSwitched) return `You are in ${name}.`
  }
  const clients = await tmux('list-clients', '-t', `=${session.trim()}:`, '-F', '#{client_tty}').catch(
    () => '',
  )
  if (clients.trim() !== '') return `Its pane is shown where tmux session ${name} is open.`
  const where = socket === undefined ? '' : ` -S ${oneLine(socket)}`
  throw new UsageError(
    `Nobody has tmux session ${name} open. In another terminal: tmux${where} attach -t ${name}`,
  )
}

/** Whether we are in the tmux that is meant ourselves: then our own client is the one to move. */
function isInside(socket: string | undefined, { TMUX }: Machine['env']): boolean {
  const own = TMUX?.split(',')[0]
  if (!own) return false
  return socket === undefined || real(own) === real(socket)
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

const LONGEST_MS = 2000

/** This machine. */
export function thisMachine(host: string, env: Machine['env'] = process.env): Machine {
  return {
    host,
    env,
    tmux: (args) =>
      new Promise((resolve, reject) => {
        execFile('tmux', args, { timeout: LONGEST_MS }, (error, stdout) =>
          error ? reject(error) : resolve(stdout),
        )
      }),
    isOwnSocket: (path) => {
      try {
        const file = lstatSync(path)
        return file.isSocket() && file.uid === process.getuid?.()
      } catch {
        return false
      }
    },
  }
}
