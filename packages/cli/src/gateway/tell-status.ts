import type { Client } from '@signalbox/client'

/** Tells on stderr when the connection is lost and when it is back. */
export function tellStatus(client: Pick<Client, 'on'>, tell: (line: string) => void = console.error): void {
  let lost = false
  client.on('status', (status) => {
    if (status.state === 'live') {
      if (lost) tell('connected again')
      lost = false
    } else if (!lost && status.retryAt !== null) {
      lost = true
      tell('the connection was lost; trying again …')
    }
  })
}
