import { useEffect, useState } from 'react'
import { useGateway } from '../gateway/gateway-context.js'
import { type ArchivedList, archivedHeard, archivedOf } from './archived-list.js'

const PAGE = 1000
/** More than anybody scrolls through. */
const MOST_PAGES = 10

/** The sessions that were put away, read when they are wanted; null while they are not there yet. */
export function useArchived(wanted: boolean): ArchivedList | null {
  const { client, status } = useGateway()
  const [list, setList] = useState<ArchivedList | null>(null)
  const isLive = status.state === 'live'
  useEffect(() => {
    if (!wanted || !isLive) return
    let stopped = false
    const off = client.on('event', (event) => setList((known) => known && archivedHeard(known, event)))
    async function read() {
      const sessions = []
      let cursor: string | null = null
      for (let page = 0; page < MOST_PAGES; page++) {
        const answer: Awaited<ReturnType<typeof client.listSessions>> = await client.listSessions({
          includeArchived: true,
          limit: PAGE,
          ...(cursor === null ? {} : { cursor }),
        })
        sessions.push(...answer.sessions)
        cursor = answer.next
        if (cursor === null) break
      }
      if (!stopped) setList(archivedOf(sessions))
    }
    read().catch(() => {
      // Lost meanwhile: it is read again when the connection is back.
    })
    return () => {
      stopped = true
      off()
    }
  }, [client, wanted, isLive])
  return list
}
