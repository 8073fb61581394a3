import { Client, type ClientOptions } from './client.js'
import { type GatewayError, localError } from './gateway-error.js'

/**
 * A client that is signed in. Rejects when the first attempt fails, so a wrong address or token is told at once;
 * from then on the client reconnects by itself. `new Client` is for who wants to wait for the gateway instead.
 */
export function connect(options: ClientOptions): Promise<Client> {
  const client = new Client(options)
  return new Promise((resolve, reject) => {
    const stop = client.on('status', (status) => {
      stop()
      if (status.state === 'live') return resolve(client)
      const reason: GatewayError | undefined = status.state === 'offline' ? status.reason : undefined
      client.close()
      reject(reason ?? localError('ConnectionLost', `no gateway answers at ${options.url}`))
    })
  })
}
