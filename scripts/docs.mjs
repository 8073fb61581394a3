import { fileURLToPath } from 'node:url'
import { DOCUMENTS } from '@signalbox/protocol/documents'
import { staleFiles, writeFiles } from './docs/files.mjs'

const folder = fileURLToPath(new URL('../docs', import.meta.url))
const [flag, ...rest] = process.argv.slice(2)

if (rest.length > 0 || (flag !== undefined && flag !== '--check')) {
  console.error('Usage: npm run docs             writes the generated documents\n')
  console.error('       npm run docs -- --check  fails when one of them is not what it should be')
  process.exitCode = 2
} else if (flag === '--check') {
  const stale = staleFiles(folder, DOCUMENTS)
  for (const name of stale) console.error(`docs/${name} is stale. Run "npm run docs" and commit it.`)
  if (stale.length === 0) console.log(`${Object.keys(DOCUMENTS).length} documents are fresh`)
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  const written = writeFiles(folder, DOCUMENTS)
  console.log(
    written.length === 0 ? 'nothing changed' : `wrote ${written.map((name) => `docs/${name}`).join(', ')}`,
  )
}
