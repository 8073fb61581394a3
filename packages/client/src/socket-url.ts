import type { Naming } from '@signalbox/protocol'

/** The address of the gateway's socket. Takes the gateway's own address or that of a `/ws` behind a path. */
export function socketUrl(url: string, naming?: Naming): string {
  const address = new URL(url)
  const scheme = address.protocol.replace('http', 'ws')
  if (!/^wss?:$/.test(scheme)) throw new TypeError(`${url} is no http, https, ws or wss address`)
  address.protocol = scheme
  if (!address.pathname.endsWith('/ws')) address.pathname = `${address.pathname.replace(/\/$/, '')}/ws`
  address.hash = ''
  if (naming === 'dot') address.searchParams.set('naming', 'dot')
  return address.href
}
