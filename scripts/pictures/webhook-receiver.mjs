import { once } from 'node:events'
import { createServer } from 'node:http'

/** What stands behind each address: a board that takes everything, and a channel that is closed. */
const ANSWERS = {
  '/board': { status: 200, body: { ok: true, card: 'SHOP-118' } },
  '/team': { status: 410, body: { ok: false, error: 'channel_is_archived' } },
}

/** Somebody who takes webhooks, on this machine. */
export async function webhookReceiver() {
  const server = createServer((request, response) => {
    request.resume()
    const { status, body } = Object.entries(ANSWERS).find(([path]) => path === request.url)?.[1] ?? {
      status: 404,
      body: {},
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { host: `127.0.0.1:${port}`, close: () => server.close() }
}
