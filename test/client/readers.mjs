import { openClient } from './world.mjs'

/** A queue so short that a reader falls behind and has to read on from the log. */
const SHORT = 32

/** The ways to read: each is told of the sessions from their beginning. A client may have several readers. */
const STYLES = {
  listening(client, ids, note) {
    client.on('event', note)
    client.join(ids, { afterSeq: 0 })
  },
  iterating(client, ids, note) {
    read(client.events(), note)
    client.join(ids, { afterSeq: 0 })
  },
  following(client, ids, note) {
    for (const id of ids) read(client.follow(id, { afterSeq: 0 }, SHORT), note)
  },
}

async function read(stream, note) {
  for await (const item of stream) {
    if (item.type !== 'gap') note(item)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A client behind its own network, and what each of its readers was told of each session. */
export function openReaders(world, proxy, { styles, naming }, ids) {
  const { client, clock } = openClient(world, { proxy, naming })
  let check = () => {}
  const told = styles.map((style) => {
    const events = new Map(ids.map((id) => [id, []]))
    STYLES[style](client, ids, ({ sessionId, seq, type }) => {
      events.get(sessionId)?.push(`${seq} ${type}`)
      check()
    })
    return events
  })
  return {
    client,
    clock,
    proxy,
    told,
    /** Resolves when every reader was told the last event of every session; `lasts` says which that is. */
    caughtUp: (lasts) =>
      new Promise((resolve) => {
        check = () => {
          for (const [id, last] of lasts) if (told.some((events) => events.get(id).at(-1) !== last)) return
          resolve()
        }
        check()
      }),
  }
}
