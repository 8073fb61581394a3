import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const code = await build()
if (code !== 0) process.exit(code)

// The command runs in this process, so a signal to `npm start` reaches the gateway itself.
const command = new URL('../packages/cli/bin/signalbox.js', import.meta.url)
process.argv = [process.execPath, fileURLToPath(command), 'up', ...process.argv.slice(2)]
await import(command.href)
