import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { onTestFinished } from 'vitest'

export const BIN = new URL('../../bin/signalbox.js', import.meta.url).pathname

/** Tests that run side by side bring their own, which knows whose end it is. */
export type AtEnd = (end: () => void | Promise<void>) => void

/** A directory that is gone after the test. */
export function tempDir(atEnd: AtEnd = onTestFinished): string {
  const dir = mkdtempSync(join(tmpdir(), 'signalbox-cli-'))
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** The `signalbox` command as a user would start it. It is ended with the test. */
export function start(args: string[], env: Record<string, string> = {}, atEnd: AtEnd = onTestFinished) {
  return watch(
    spawn(process.execPath, [BIN, ...args], {
      env: { PATH: process.env.PATH ?? '', HOME: tempDir(atEnd), ...env },
    }),
    atEnd,
  )
}

/** The same on a terminal of its own. */
export function startOnTerminal(args: string[], env: Record<string, string> = {}) {
  const command = [process.execPath, BIN, ...args]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ')
  const terminal = { PATH: process.env.PATH ?? '', HOME: tempDir(), TERM: 'xterm', SHELL: '/bin/sh', ...env }
  return watch(spawn('script', ['-qfec', command, '/dev/null'], { env: terminal }), onTestFinished)
}

function watch(child: ChildProcessWithoutNullStreams, atEnd: AtEnd) {
  const told = { stdout: '', stderr: '' }
  let check = () => {}
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      told[name] += chunk
      check()
    })
  }
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...told })))
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    child,
    ended,
    told,
    /** Resolves with the match as soon as it was printed. */
    until: (pattern: RegExp, name: 'stdout' | 'stderr' = 'stdout') =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        check = () => {
          const match = pattern.exec(told[name])
          if (match) resolve(match)
        }
        ended.then(() =>
          reject(new Error(`it ended before it said ${pattern}: ${told.stdout}${told.stderr}`)),
        )
        check()
      }),
  }
}

/** A gateway that is ready; gives the url it printed. */
export async function startUp(args: string[]) {
  const { child, ended } = start(['up', '--port', '0', ...args])
  return { child, ended, url: await listeningUrl(child.stdout) }
}

export async function listeningUrl(stdout: Readable): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const url = /^listening on (http:\/\/\S+)$/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('it ended before it listened')
}

/** A gateway over many tests: who starts it stops it. `env` leads the commands to it. */
export async function startGateway(dataDir: string) {
  const child = spawn(process.execPath, [BIN, 'up', '--port', '0', '--data-dir', dataDir], {
    env: { PATH: process.env.PATH ?? '', HOME: dataDir },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const url = await listeningUrl(child.stdout)
  const token = readFileSync(join(dataDir, 'token'), 'utf8').trim()
  return {
    env: { SIGNALBOX_URL: url, SIGNALBOX_TOKEN: token },
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}
