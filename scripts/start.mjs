import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const PARENT_CHECK_MS = 500

// npm runs this under a shell, and a shell that is told to end does not tell its child. Nothing else announces it, so
// under npm the gateway looks for its parent and stops, as it would on SIGTERM, when that is gone.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS).unref()
}

const code = await build()
if (code !== 0) process.exit(code)

// The command runs in this process, so a signal to it reaches the gateway itself.
const command = new URL('../packages/cli/bin/signalbox.js', import.meta.url)
process.argv = [process.execPath, fileURLToPath(command), 'up', ...process.argv.slice(2)]
await import(command.href)
