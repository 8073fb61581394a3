import { type Gateway, startGateway } from '@signalbox/server'
import { boundNursery } from '../bound-nursery.js'
import type { Command } from '../command.js'
import { GATEWAY_OPTIONS, settingsOf } from '../settings.js'

/** A stop that takes longer than this is cut short. */
const STOP_LIMIT_MS = 5_000

export const up: Command = {
  summary: 'Starts the gateway and the dashboard.',
  usage: 'signalbox up [--port 8080] [--host 127.0.0.1] [--data-dir DIR] [--dev] [--strict] [--restored]',
  options: { ...GATEWAY_OPTIONS, strict: { type: 'boolean' }, restored: { type: 'boolean' } },
  async run(values) {
    const config = settingsOf(values)
    for (const warning of config.warnings) console.error(`Warning: ${warning}`)
    const gateway = await startGateway(config)
    boundNursery()
    stopOnSignal(gateway)
    const { state, reason } = { reason: '', ...gateway.health() }
    if (state === 'failing') console.error(`Warning: ${reason}`)
    const token = config.token === undefined ? `$(cat '${config.dataDir}/token')` : '$SIGNALBOX_TOKEN'
    const auth = config.dev ? '' : ` \\\n       -H "Authorization: Bearer ${token}"`
    console.log(`listening on ${gateway.url}

  Open in your browser   ${gateway.pairingLink()}
                         (good once, for 10 minutes; "signalbox pair" makes another)

  Send a first event     curl -X POST '${gateway.url}/api/sessions/Codex%201/notify'${auth} \\
       -H 'Content-Type: application/json' \\
       -d '{"session_id":"Codex 1","payload":{"type":"new-plan","summary":"Say hello"}}'
`)
  },
}

function stopOnSignal(gateway: Gateway): void {
  const stop = () => {
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    gateway.close('shutdown').then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
