import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../scripts/gateway/process.mjs'
import { atMost, within, withinOver } from '../goals.mjs'
import { interleave } from '../interleave.mjs'
import { median, middlePair } from '../statistics.mjs'

const SHIPPED = fileURLToPath(new URL('../../packages/cli/hook/', import.meta.url))
/** Calls of one run; the machine is noisy, so one alone says little. */
const CALLS = 20
const PAYLOAD = JSON.stringify({
  session_id: 'bench',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test', description: 'Runs the tests'.repeat(40) },
  tool_use_id: 'toolu_1',
})

/** @type {(home: string) => string[]} */
const shell = (home) => [join(home, 'bin/signalbox-hook'), 'claude']
/** @type {(home: string) => string[]} */
const node = (home) => [process.execPath, join(home, 'bin/signalbox-hook.mjs'), 'claude']

/** One call of the hook client, from its start to its end, while a gateway listens. */
export const hookCurl = {
  name: 'hook-curl',
  measures: {
    'hook-curl': { title: 'A hook call with sh and curl', unit: 'ms', goal: withinOver(15, 'ms') },
  },
  /** @param {import('../context.mjs').Context} context */
  run: async (context) => ({ 'hook-curl': await besides(context, shell, ['sh', '-c', ':']) }),
}

/** The same with Node alone. */
export const hookNode = {
  name: 'hook-node',
  measures: {
    'hook-node': { title: 'A hook call with Node', unit: 'ms', goal: atMost(1.3) },
  },
  /** @param {import('../context.mjs').Context} context */
  run: async (context) => ({ 'hook-node': await besides(context, node, [process.execPath, '-e', '0']) }),
}

/**
 * The time of a call beside that of a program which does nothing.
 * @param {import('../context.mjs').Context} context @param {(home: string) => string[]} client @param {string[]} bare
 */
async function besides(context, client, bare) {
  const home = setUp(context)
  await context.gateway(home)
  const pairs = await interleave(context.pairs, {
    gateway: () => medianOf(client(home), ''),
    baseline: () => medianOf(bare, ''),
  })
  const kept = waiting(home)
  if (kept > 0) throw new Error(`${kept} events were kept, not taken`)
  const pair = middlePair(pairs.map(({ gateway, baseline }) => ({ value: gateway, baseline })))
  return { ...pair, note: `the baseline is ${bare.map((word) => word.replace(/^.*\//, '')).join(' ')}` }
}

/** The same without a gateway, and with one that takes the call and never answers: 95 of 100 calls are as fast. */
export const hookAlone = {
  name: 'hook-alone',
  measures: {
    'hook-down': { title: 'A hook call while the gateway is down', unit: 'ms', goal: within(250, 'ms') },
    'hook-hung': { title: 'A hook call while the gateway hangs', unit: 'ms', goal: within(250, 'ms') },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const silent = createServer((socket) => void socket.on('error', () => {}))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = /** @type {import('node:net').AddressInfo} */ (silent.address())
    try {
      return { 'hook-down': await alone(context, await freePort()), 'hook-hung': await alone(context, port) }
    } finally {
      silent.close()
    }
  },
}

/** @param {import('../context.mjs').Context} context @param {number} port */
async function alone(context, port) {
  const home = setUp(context)
  writeFileSync(join(home, 'gateway'), `http://127.0.0.1:${port}\n`)
  const curl = []
  const mjs = []
  for (let call = 0; call < CALLS; call++) {
    curl.push(await timeOf(shell(home), ''))
    mjs.push(await timeOf(node(home), ''))
  }
  const kept = waiting(home)
  if (kept !== 2 * CALLS) throw new Error(`${kept} of ${2 * CALLS} events were kept`)
  const [slowCurl, slowNode] = [slow(curl), slow(mjs)]
  const note = `sh ${slowCurl.toFixed(0)}, Node ${slowNode.toFixed(0)}; medians ${median(curl).toFixed(0)} and ${median(mjs).toFixed(0)}`
  return { value: Math.max(slowCurl, slowNode), note }
}

/** What 95 of 100 are not above. @param {number[]} figures */
function slow(figures) {
  return figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * 0.95) - 1] ?? Number.NaN
}

/** A data directory with the clients, as setup leaves it. @param {import('../context.mjs').Context} context */
function setUp(context) {
  const home = context.directory()
  cpSync(SHIPPED, join(home, 'bin'), { recursive: true })
  mkdirSync(join(home, 'spool'))
  return home
}

/** How many events wait for a gateway. @param {string} home */
function waiting(home) {
  return readdirSync(join(home, 'spool')).filter((name) => name.endsWith('.event')).length
}

/** @param {string[]} command @param {string} said */
async function medianOf(command, said) {
  const times = []
  for (let call = 0; call < CALLS; call++) times.push(await timeOf(command, said))
  return median(times)
}

/** From the start of a command to its end, which has to say this. @param {string[]} command @param {string} said */
async function timeOf([program = '', ...args], said) {
  const begun = performance.now()
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stdin.on('error', () => {}) // who needs no payload does not read it
  child.stdin.end(PAYLOAD)
  const closed = once(child.stdout, 'close')
  const [code] = await once(child, 'exit')
  const took = performance.now() - begun
  await closed
  if (code !== 0 || output !== said) throw new Error(`${program} ended with ${code} and said ${output}`)
  return took
}
