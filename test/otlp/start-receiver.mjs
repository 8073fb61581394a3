import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Starts a receiver; what it prints is waited for by what it must hold. */
export async function startReceiver(onTestFinished, ...plan) {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'receiver.mjs'), ...plan], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void program.kill('SIGTERM'))
  const lines = []
  let look = () => {}
  createInterface({ input: program.stdout }).on('line', (line) => {
    lines.push(JSON.parse(line))
    look()
  })
  /** Everything printed so far, once some of it is what is wanted. */
  const until = (wanted) =>
    new Promise((resolve) => {
      look = () => {
        if (wanted(lines)) resolve(lines)
      }
      look()
    })
  const [{ port }] = await until((printed) => printed.length > 0)
  return { url: `http://127.0.0.1:${port}`, until, goOn: () => void program.stdin.write('go on\n') }
}
