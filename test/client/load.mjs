/** At the same time in each session. */
const PUBLISHERS = 2

/**
 * Posts events into sessions all the time, until it is stopped. What a gateway that goes
 * away did not answer is posted again under the same id, so that every event is there once.
 */
export function startLoad(world, sessions) {
  let running = true
  let posted = 0
  const publish = async (session, publisher) => {
    for (let n = 1; running; n++) {
      while (!(await post(world, session, `${publisher}:${n}`)))
        await new Promise((resolve) => setImmediate(resolve))
      posted += 1
    }
  }
  const publishers = sessions.flatMap((session) =>
    Array.from({ length: PUBLISHERS }, (_, publisher) => publish(session, publisher)),
  )
  return {
    get posted() {
      return posted
    },
    async stop() {
      running = false
      await Promise.all(publishers)
    },
  }
}

async function post(world, session, n) {
  try {
    await world.notify(session, { type: 'note', n }, `${session}:${n}`)
    return true
  } catch {
    return false
  }
}
