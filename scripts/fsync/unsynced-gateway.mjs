import { tmpdir } from 'node:os'
import { resolveConfig, startGateway } from '@signalbox/server'

// A gateway that answers before its log is on disk: the fsync proof must catch it. No flag of the product does this.
const OVERRIDES = /** @type {const} */ ({ synchronous: 'OFF' })

const dataDir = process.argv[2] ?? ''
const config = resolveConfig({
  flags: { port: '0', dataDir },
  env: {},
  homeDir: tmpdir(),
  readFile: () => undefined,
})
const gateway = await startGateway(config, OVERRIDES)
process.once('SIGTERM', () => gateway.close('the proof is over'))
console.log(`listening on ${gateway.url}`)
