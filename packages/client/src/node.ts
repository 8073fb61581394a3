import { WebSocket } from 'ws'
import { Client as AnyClient, type ClientOptions } from './client.js'
import { signedIn } from './signed-in.js'

// What a browser gets, with the two below in the place of its own.
export * from './index.js'

/** The client with the socket of the `ws` package: Node 20 has none of its own. */
export class Client extends AnyClient {
  constructor(options: ClientOptions) {
    super({ WebSocket, ...options })
  }
}

/** A client that is signed in, as in a browser. */
export function connect(options: ClientOptions): Promise<Client> {
  return signedIn(new Client(options), options.url)
}
