import { execFile } from 'node:child_process'
import type { Notification } from '@signalbox/protocol/flow'
import { oneLine } from '../terminal/plain-text.js'
import { type DesktopCommand, desktopCommand } from './desktop-command.js'

export interface DesktopDeps {
  /** Says something to the person at the terminal. */
  warn: (sentence: string) => void
  system?: string
  run?: (command: DesktopCommand) => Promise<void>
}

/** More that wait to be shown are a flood: they are printed only. */
const MOST_WAITING = 10
const LIMIT_MS = 5_000

/** Shows notifications on the desktop, one after the other. Says once where it cannot. */
export class Desktop {
  readonly #deps: Required<DesktopDeps>
  #shown: Promise<void> = Promise.resolve()
  #waiting = 0
  #hasWarned = false

  constructor({ warn, system = process.platform, run = runProgram }: DesktopDeps) {
    this.#deps = { warn, system, run }
  }

  /** Resolves when it was shown, or cannot be. */
  show(notification: Notification, session: string): Promise<void> {
    const command = desktopCommand(this.#deps.system, notification, session)
    if (!command) this.#warn('this system has no desktop notifications that are known here')
    if (!command || this.#waiting >= MOST_WAITING) return this.#shown
    this.#waiting++
    this.#shown = this.#shown.then(async () => {
      await this.#deps.run(command).catch((error: unknown) => this.#warn(whyNot(error, command)))
      this.#waiting--
    })
    return this.#shown
  }

  #warn(why: string): void {
    if (!this.#hasWarned) this.#deps.warn(`Toasts are printed only: ${why}.`)
    this.#hasWarned = true
  }
}

function whyNot(error: unknown, { program }: DesktopCommand): string {
  const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
  if (code === 'ENOENT') return `${program} is not installed`
  return `${program} failed (${oneLine(stderr.trim().split('\n')[0] ?? '').slice(0, 200) || `code ${String(code)}`})`
}

function runProgram({ program, args }: DesktopCommand): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: LIMIT_MS }, (error, _stdout, stderr) =>
      error ? reject(Object.assign(error, { stderr })) : resolve(),
    )
  })
}
