import type { Need } from '../case.js'
import { type GatewayOptions, type OwnGateway, startOwnGateway } from '../engine/own-gateway.js'
import type { Target } from '../engine/target.js'

/** Gateways of our own, and how to be rid of them. */
export interface OwnTargets {
  targets: Target[]
  stop(): Promise<void>
}

interface Mode {
  start: GatewayOptions
  has: readonly Need[]
}

const MODES: readonly Mode[] = [
  { start: {}, has: ['open', 'token', 'flows'] },
  { start: { flags: ['--strict'] }, has: ['strict', 'token'] },
  {
    start: { flags: ['--dev'], config: { webhooks: { allow: ['127.0.0.1'] } } },
    has: ['open', 'dev', 'webhooks'],
  },
]

/** Starts one gateway of each mode. `also` is what the runner itself can give. */
export async function startOwnTargets(also: readonly Need[]): Promise<OwnTargets> {
  const started = await Promise.allSettled(MODES.map(({ start }) => startOwnGateway(start)))
  const gateways = started.flatMap((one): OwnGateway[] => (one.status === 'fulfilled' ? [one.value] : []))
  const stop = async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()))
  }
  const failed = started.find((one) => one.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const targets = gateways.map(({ url, token }, index) => ({
    url,
    token,
    has: new Set([...(MODES[index]?.has ?? []), ...also]),
  }))
  return { targets, stop }
}
