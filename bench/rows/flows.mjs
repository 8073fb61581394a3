import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Door } from '../../scripts/gateway/door.mjs'
import { atLeast, within } from '../goals.mjs'
import { interleave } from '../interleave.mjs'
import { envelope, sessionNames } from '../load/event-text.mjs'
import { median, middlePair } from '../statistics.mjs'
import { ingestLoad } from './ingest.mjs'

const SESSIONS = 16
const TRIGGERS = 100
const MATCHING = 5
const DELIVERIES = 2_000
/** While so many come in at once, flows give way; the others tell how fast they are. */
const WARM_UP = 500
const BATCH = 500
const AT_ONCE = 16
const DRY_TRIGGERS = 1_000
const DRY_RUNS = 15
const DRY_SESSIONS = 1_000
const DRY_TARGETS = 10

/** @typedef {{id: string, event_type: string, where: Record<string, string>, bindings: object[]}} Flow */

/** Durable single POSTs with flows that match each of them, beside the same gateway without flows. */
export const flowsIngest = {
  name: 'flows-ingest',
  measures: {
    'flows-ingest': {
      title: `Durable single POSTs with ${TRIGGERS} triggers of which ${MATCHING} match each, beside none`,
      unit: 'events/s',
      goal: atLeast(0.8),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const { port } = await context.load('./load/webhook-receiver.mjs', {}).ask('open')
    const flowing = await context.gateway(
      withFlows(context.directory(), port, triggers(TRIGGERS, MATCHING, port)),
    )
    const gateway = await ingestLoad(context, flowing, sessionNames(SESSIONS))
    const baseline = await ingestLoad(context, await context.gateway(), sessionNames(SESSIONS))
    const seconds = context.seconds(2.5)
    const pairs = await interleave(context.pairs, {
      gateway: () => gateway.measure(seconds),
      // What flows left for later must not be done at the cost of who is measured beside them.
      baseline: () => whileStopped(flowing.pid, () => baseline.measure(seconds)),
    })
    const pair = middlePair(
      pairs.map(({ gateway, baseline }) => ({
        value: gateway.eventsPerSecond,
        baseline: baseline.eventsPerSecond,
        note: `acknowledged p99 ${gateway.ackP99.toFixed(0)} ms, without flows ${baseline.ackP99.toFixed(0)}; ${gateway.cpuPerEvent.toFixed(0)} µs of CPU an event, without ${baseline.cpuPerEvent.toFixed(0)}`,
      })),
    )
    return { 'flows-ingest': pair }
  },
}

/** From events in the log to requests at a receiver, beside a bare loop that posts as much. */
export const flowDeliveries = {
  name: 'flow-deliveries',
  measures: {
    'flow-deliveries': {
      title: 'Webhooks to a local receiver, matched, kept, signed, posted and settled',
      unit: 'deliveries/s',
      goal: atLeast(0.1),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const receiver = context.load('./load/webhook-receiver.mjs', {})
    const { port } = await receiver.ask('open')
    const { token, port: at } = await context.gateway(
      withFlows(context.directory(), port, triggers(1, 1, port)),
    )
    const loop = context.load('./baseline/post-loop.mjs', { port, atOnce: AT_ONCE })
    const door = new Door(at, token)
    const body = JSON.stringify({ event: JSON.parse(envelope('bench-1')) })
    const pairs = await interleave(context.pairs, {
      async gateway() {
        const all = receiver.ask('expect', { requests: DELIVERIES, first: WARM_UP })
        for (let sent = 0; sent < DELIVERIES; sent += BATCH) await postBatch(door, BATCH)
        return (await all).perSecond
      },
      async baseline() {
        const all = receiver.ask('expect', { requests: DELIVERIES, first: WARM_UP })
        await loop.ask('post', { requests: DELIVERIES, body })
        return (await all).perSecond
      },
    })
    door.close()
    const pair = middlePair(pairs.map(({ gateway, baseline }) => ({ value: gateway, baseline })))
    return { 'flow-deliveries': { ...pair, note: `the baseline keeps nothing, ${AT_ONCE} at once` } }
  },
}

/** What an event would set off, of very many triggers. */
export const flowDryRun = {
  name: 'flow-dry-run',
  measures: {
    'flow-dry-run': { title: `A dry run over ${DRY_TRIGGERS} triggers`, unit: 'ms', goal: within(50, 'ms') },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const flows = triggers(DRY_TRIGGERS, MATCHING, 9)
    const { port, token } = await context.gateway(withFlows(context.directory(), 9, flows))
    const door = new Door(port, token)
    const measured = await dryRuns(door, MATCHING)
    door.close()
    return { 'flow-dry-run': measured }
  },
}

/** The same where every trigger would type to a session that has to be looked for among very many. */
export const flowDryRunTargets = {
  name: 'flow-dry-run-targets',
  measures: {
    'flow-dry-run-targets': {
      title: `A dry run that finds the targets of ${DRY_TRIGGERS} triggers among ${DRY_SESSIONS} sessions`,
      unit: 'ms',
      goal: within(50, 'ms'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const flows = triggers(DRY_TRIGGERS, DRY_TRIGGERS, 9).map((flow, n) => ({
      ...flow,
      bindings: [
        { activity_id: 'send_to_terminal', config: { message_template: '{{plan_file}}', ...targetOf(n) } },
      ],
    }))
    const { port, token } = await context.gateway(withFlows(context.directory(), 9, flows))
    const door = new Door(port, token)
    // Events no trigger waits for: what is measured is to be all there is to do.
    const lines = sessionNames(DRY_SESSIONS).map((session_id) => ({ session_id, payload: { type: 'hello' } }))
    for (let from = 0; from < lines.length; from += BATCH)
      await postLines(door, lines.slice(from, from + BATCH))
    const measured = await dryRuns(door, DRY_TRIGGERS)
    door.close()
    return { 'flow-dry-run-targets': measured }
  },
}

/** Agents and sessions that are not there: for them all sessions are looked through. @param {number} n */
function targetOf(n) {
  const name = `nobody ${n % DRY_TARGETS}`
  return n % 2 === 0 ? { target_session_id: name } : { target_agent_name: name }
}

/** @param {Door} door @param {number} matching */
async function dryRuns(door, matching) {
  const body = JSON.stringify({ event: JSON.parse(envelope('bench-1')) })
  const times = []
  for (let run = 0; run < DRY_RUNS; run += 1) {
    const begun = performance.now()
    const { status, text } = await door.post('/api/flow/dry-run', body)
    times.push(performance.now() - begun)
    const { matches } = JSON.parse(text)
    if (status !== 200 || matches.length !== matching)
      throw new Error(`a dry run was answered ${status}: ${text.slice(0, 200)}`)
  }
  return { value: median(times), note: `the first took ${times[0]?.toFixed(0)} ms` }
}

/** Triggers for the envelope every load sends; the first `matching` match it. @param {number} count @param {number} matching @param {number} port @returns {Flow[]} */
function triggers(count, matching, port) {
  return Array.from({ length: count }, (_, n) => ({
    id: `bench-${n}`,
    event_type: 'notify_progress',
    where:
      n < matching ? { task_state: 'wip', plan_file: '*' } : { task_state: 'wip', plan_file: `plan-${n}.md` },
    bindings: [{ activity_id: 'post_webhook', config: { url: `http://127.0.0.1:${port}/${n}` } }],
  }))
}

/** A data directory whose gateway has these flows. @param {string} dataDir @param {number} port @param {Flow[]} flows */
function withFlows(dataDir, port, flows) {
  mkdirSync(join(dataDir, 'flows'), { recursive: true })
  writeFileSync(join(dataDir, 'config.json'), JSON.stringify({ webhooks: { allow: [`127.0.0.1:${port}`] } }))
  for (const flow of flows) {
    writeFileSync(join(dataDir, 'flows', `${flow.id}.yaml`), JSON.stringify({ version: 1, flows: [flow] }))
  }
  return dataDir
}

/** @template T @param {number} pid @param {() => Promise<T>} work */
async function whileStopped(pid, work) {
  process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

let events = 0

/** @param {Door} door @param {number} count */
async function postBatch(door, count) {
  const line = () => {
    events += 1
    return { ...JSON.parse(envelope('bench-1')), event_id: `bench:${events}` }
  }
  await postLines(door, Array.from({ length: count }, line))
}

/** @param {Door} door @param {readonly object[]} lines */
async function postLines(door, lines) {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const { status, text } = await door.post('/api/events', body, 'application/x-ndjson')
  if (status !== 200) throw new Error(`a batch was answered ${status}: ${text.slice(0, 200)}`)
}
