import { onTestFinished, vi } from 'vitest'
import { main } from '../main.js'
import { type Ended, tempDir } from './signalbox.js'

/**
 * The `signalbox` command in the process of the test, for what is over at once and leaves nothing running: a process of
 * its own takes longer to start than most of these take. One at a time.
 */
export async function runInProcess(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const told = { stdout: '', stderr: '' }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => keep('stdout', String(text))),
    vi.spyOn(process.stdout, 'on').mockReturnThis(),
    vi.spyOn(console, 'log').mockImplementation((text) => void keep('stdout', `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void keep('stderr', `${text}\n`)),
  ]
  function keep(name: keyof typeof told, text: string): true {
    told[name] += text
    return true
  }
  for (const name of Object.keys(process.env).filter((one) => one.startsWith('SIGNALBOX_')))
    vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries({ HOME: tempDir(), ...env })) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await main(args)
    return { code: Number(process.exitCode ?? 0), ...told }
  } finally {
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
  }
}
