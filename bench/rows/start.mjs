import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Door } from '../../scripts/gateway/door.mjs'
import { withinOver } from '../goals.mjs'
import { interleave } from '../interleave.mjs'
import { checkMillion } from '../log/check-million.mjs'
import { cpuOf } from '../proc.mjs'
import { middlePair } from '../statistics.mjs'

/** From the start of the process to the first 200 of /readyz, on the log with a million events. */
export const start = {
  name: 'start',
  measures: {
    start: { title: 'Start to ready with 1,000,000 events', unit: 'ms', goal: withinOver(500, 'ms') },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const dataDir = await context.million()
    const checked = await context.gateway(dataDir)
    await checkMillion(checked)
    await checked.stop()
    const pairs = await interleave(context.pairs, {
      gateway: () => startGateway(context, dataDir),
      baseline: startNode,
    })
    return {
      start: middlePair(
        pairs.map(({ gateway, baseline }) => ({
          value: gateway.took,
          baseline,
          note: `${gateway.cpu.toFixed(0)} ms of CPU on all threads`,
        })),
      ),
    }
  },
}

/** @param {import('../context.mjs').Context} context @param {string} dataDir */
async function startGateway(context, dataDir) {
  const begun = performance.now()
  const { pid, port, token, stop } = await context.gateway(dataDir)
  const door = new Door(port, token)
  const { status } = await door.get('/readyz')
  const [took, cpu] = [performance.now() - begun, cpuOf(pid) / 1000]
  door.close()
  if (status !== 200) throw new Error(`/readyz was answered ${status}`)
  await stop()
  return { took, cpu }
}

async function startNode() {
  const begun = performance.now()
  const [code] = await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new Error(`node -e 0 ended with ${code}`)
  return performance.now() - begun
}
