import type { Need } from '../case.js'
import { type OwnGateway, startOwnGateway } from '../engine/own-gateway.js'
import type { Target } from '../engine/target.js'

/** Gateways of our own, and how to be rid of them. */
export interface OwnTargets {
  targets: Target[]
  stop(): Promise<void>
}

const MODES: readonly { flags: readonly string[]; has: readonly Need[] }[] = [
  { flags: [], has: ['open', 'token'] },
  { flags: ['--strict'], has: ['strict', 'token'] },
  { flags: ['--dev'], has: ['open', 'dev'] },
]

/** Starts one gateway of each mode. `also` is what the runner itself can give. */
export async function startOwnTargets(also: readonly Need[]): Promise<OwnTargets> {
  const started = await Promise.allSettled(MODES.map(({ flags }) => startOwnGateway({ flags })))
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
