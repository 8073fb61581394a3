import { type Gateway, reachable, startGateway } from '@signalbox/server'
import { boundNursery } from '../bound-nursery.js'
import type { Command } from '../command.js'
import { GATEWAY_OPTIONS, settingsOf } from '../settings.js'
import { jsonLine } from '../terminal/json-line.js'

/** A stop that takes longer than this is cut short. */
const STOP_LIMIT_MS = 5_000

export const up: Command = {
  summary: 'Starts the gateway and the dashboard.',
  usage:
    'signalbox up [--port 8080] [--host 127.0.0.1] [--data-dir DIR] [--dev] [--strict] [--restored] [--log-level warn] [--json]',
  details: `--port      the port to listen on; 0 takes any that is free
--host      the address to listen on; 0.0.0.0 lets other machines in, with the token
--data-dir  where everything is kept; ~/.signalbox if not said
--dev       needs no token, listens on this machine only, keeps its data apart; commands reach it with --dev
--strict    refuses notify for a session it does not know, and plans without a file
--restored  the data comes from a backup, so clients begin anew instead of missing what came after it; once is enough
--log-level what is told on stderr, one JSON object a line: debug, info, warn or error, and what is more serious
--json      prints {"url":…,"link":…} when it listens, on one line`,
  options: {
    ...GATEWAY_OPTIONS,
    strict: { type: 'boolean' },
    restored: { type: 'boolean' },
    'log-level': { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(values) {
    const config = settingsOf(values)
    for (const warning of config.warnings) console.error(`Warning: ${warning}`)
    const gateway: Gateway = await startGateway(config, {
      doctor: async (sessions) => {
        // Loaded when somebody asks: a gateway starts without it.
        const { diagnose } = await import('../setup/diagnose.js')
        const asked = { sessions: [...sessions] }
        return diagnose({ config, asked, origin: reachable(gateway.url), hasToken: false, programSays })
      },
    })
    boundNursery()
    stopOnSignal(gateway)
    const { state, reason } = { reason: '', ...gateway.health() }
    if (state === 'failing') console.error(`Warning: ${reason}`)
    if (values.json) return console.log(jsonLine({ url: gateway.url, link: gateway.pairingLink() }))
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

/** Where a program is: nothing is run because a page was opened. */
async function programSays(program: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { programPath } = await import('../setup/agents.js')
  return programPath(program, env)
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
