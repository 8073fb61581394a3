#!/usr/bin/env node
// Committed as it is: npm links no bin that does not exist yet, and dist comes with the first build.
import { existsSync } from 'node:fs'

const entry = new URL('../dist/main.js', import.meta.url)
if (existsSync(entry)) {
  const { main } = await import(entry.href)
  if (await main(process.argv.slice(2), 0)) process.exit()
} else {
  console.error('Signalbox is not built yet. Run "npm run build" in its folder first.')
  process.exitCode = 1
}
