import { resolve } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import type { Client } from '@signalbox/client'
import { AGENT_MODES, AUTONOMY_PROFILES, type SessionMeta } from '@signalbox/protocol'
import { UsageError } from '@signalbox/server/config'
import { choice } from '../choice.js'
import { type Command, text, type Values } from '../command.js'
import { connectTo } from '../gateway/connect.js'
import { findSession, isNoSession, noSession } from '../gateway/find-session.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf } from '../gateway/gateway-address.js'
import { EXIT } from '../run/exit-code.js'
import { runTurn } from '../run/run-turn.js'
import { PAUSED_LINE } from '../show/paused-line.js'

/** A message may have 1 MiB; the rest of it needs some room. */
const LONGEST_PROMPT = 1024 * 1024 - 1024

export const run: Command = {
  summary: 'Gives an agent a prompt and shows what it does; asks you what it asks.',
  usage:
    'signalbox run PROMPT [--agent demo] [--cwd DIR] [--session ID] [--mode MODE] [--autonomy PROFILE] [--give-up SECONDS] [--json] ' +
    ADDRESS_USAGE,
  details: `PROMPT "-" is read from stdin. Without --session a new one is begun, with an empty folder of its own or in --cwd.
MODE is one of ${AGENT_MODES.join(', ')}.
PROFILE is one of ${AUTONOMY_PROFILES.join(', ')}.
--give-up SECONDS is how long to wait for a gateway that is gone; 60 if not said.
--json prints every event of the turn, one per line.

On a terminal the agent's requests are asked right here. Anywhere else they are named on stderr, and it waits until
somebody answers, for example with "signalbox approve ID".
Ctrl-C stops the turn and waits for its end; once more leaves it to itself.

Exit codes: 0 done; 1 nothing was begun, or the gateway is gone and did not come back in time; 2 the turn failed; 3 somebody stopped it; 130 left by Ctrl-C.`,
  words: { names: ['a PROMPT'], least: 1 },
  options: {
    ...ADDRESS_OPTIONS,
    agent: { type: 'string' },
    cwd: { type: 'string' },
    session: { type: 'string' },
    mode: { type: 'string' },
    autonomy: { type: 'string' },
    'give-up': { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(values, [given = '']) {
    const wishes = wishesOf(values)
    const patienceMs = patienceOf(values)
    const address = addressOf(values)
    const prompt = checkPrompt(given === '-' ? await readAll(process.stdin) : given)
    const client = await connectTo(address)
    try {
      const session = await sessionFor(client, wishes)
      const isNew = wishes.session === undefined
      process.exitCode = await runTurn(client, {
        session,
        isNew,
        prompt,
        json: values.json === true,
        patienceMs,
      })
    } finally {
      client.close()
    }
    // Who leaves does not wait for a gateway that may not even take part in the close.
    if (process.exitCode === EXIT.left) process.exit()
  },
}

function checkPrompt(prompt: string): string {
  if (prompt.trim() === '') throw new UsageError('The prompt is empty; say what the agent is to do.')
  // A gateway refuses what is larger unread, and cannot say which message that was.
  if (Buffer.byteLength(JSON.stringify(prompt)) > LONGEST_PROMPT)
    throw new UsageError(
      'The prompt is longer than the 1 MiB a gateway takes; put it into a file the agent can read.',
    )
  return prompt
}

function patienceOf(values: Values): number {
  const given = text(values, 'give-up') ?? '60'
  // A timer takes no longer than 24 days.
  if (/^\d{1,6}$/.test(given)) return Number(given) * 1000
  throw new UsageError(`--give-up is a number of seconds, not "${given}".`)
}

type Wishes = ReturnType<typeof wishesOf>

function wishesOf(values: Values) {
  const session = text(values, 'session')
  const fresh = ['agent', 'cwd'].find((name) => values[name] !== undefined)
  if (session !== undefined && fresh !== undefined)
    throw new UsageError(`--${fresh} is for a new session; leave it out, or leave out --session.`)
  return {
    session,
    agent: text(values, 'agent') ?? 'demo',
    cwd: text(values, 'cwd'),
    mode: choice(values, 'mode', AGENT_MODES),
    autonomy: choice(values, 'autonomy', AUTONOMY_PROFILES),
  }
}

/** The session to run in: the one that was named, or a new one. */
async function sessionFor(
  client: Client,
  { session, agent, cwd, mode, autonomy }: Wishes,
): Promise<SessionMeta> {
  const found = session === undefined ? await begin() : await existing(session)
  if (autonomy !== undefined) await client.setAutonomyProfile(found.id, autonomy)
  return found

  async function begin(): Promise<SessionMeta> {
    // Asked before: a session nobody can begin a turn in would be left behind.
    if ((await client.gatewayState()).state === 'paused') throw new UsageError(PAUSED_LINE)
    return client.createSession({
      agentType: agent,
      ...(cwd === undefined ? {} : { cwd: resolve(cwd) }),
      ...(mode === undefined ? {} : { mode }),
    })
  }

  async function existing(typed: string): Promise<SessionMeta> {
    try {
      const found = (await client.join(await findSession(client, typed))).session
      if (mode !== undefined) await client.switchMode(found.id, mode)
      return found
    } catch (error) {
      throw isNoSession(error) ? noSession(typed) : error
    }
  }
}
