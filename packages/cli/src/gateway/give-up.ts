import type { Client } from '@signalbox/client'

type After = (ms: number, run: () => void) => () => void

const systemAfter: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Calls `gone` once there was no connection for so long. Call the result to stop watching. */
export function giveUpAfter(
  client: Pick<Client, 'on'>,
  ms: number,
  gone: () => void,
  after: After = systemAfter,
): () => void {
  let cancel: (() => void) | undefined
  const found = () => {
    cancel?.()
    cancel = undefined
  }
  const stop = client.on('status', ({ state }) => {
    if (state === 'live') found()
    else cancel ??= after(ms, gone)
  })
  return () => {
    stop()
    found()
  }
}
