import { afterEach, beforeEach } from 'vitest'
import { live, openClient, startWorld } from './world.mjs'

/** A world of its own for each test of the file, and clients that are closed with it; `close` is for one made otherwise. */
export function eachWorld() {
  const each = { world: undefined, open, close: (client) => void opened.push(client) }
  let opened = []

  beforeEach(async () => {
    each.world = await startWorld()
    opened = []
  })
  afterEach(async () => {
    for (const client of opened) client.close()
    await each.world.close()
  })

  /** A client that is signed in. */
  async function open(options) {
    const one = openClient(each.world, options)
    opened.push(one.client)
    await live(one.client)
    return one
  }
  return each
}
