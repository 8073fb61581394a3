import type { Client } from './client.js'
import { localError } from './gateway-error.js'

/** Resolves when the client is signed in; rejects, and closes it, when its first attempt fails. */
export function signedIn<C extends Client>(client: C, url: string): Promise<C> {
  return new Promise((resolve, reject) => {
    const stop = client.on('status', (status) => {
      stop()
      if (status.state === 'live') resolve(client)
      else {
        const reason = status.state === 'offline' ? status.reason : undefined
        client.close()
        reject(reason ?? localError('ConnectionLost', `no gateway answers at ${url}`))
      }
    })
  })
}
