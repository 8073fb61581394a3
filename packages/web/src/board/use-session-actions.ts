import { type Client, GatewayError } from '@signalbox/client'
import { useCallback, useMemo, useState } from 'react'
import { useGateway } from '../gateway/gateway-context.js'
import { sessionAddress } from '../route/address.js'
import type { BoardRow } from './board-row.js'

/** What was just done, and how to take it back where that is possible. */
export interface Said {
  text: string
  undo?: () => void
}

/** What is done to sessions at once; what has to be asked first has a dialog. */
export function useSessionActions() {
  const { client } = useGateway()
  const [said, setSaid] = useState<Said | null>(null)
  const attempt = useCallback(async (what: string, act: () => Promise<Said>) => {
    try {
      setSaid(await act())
    } catch (error) {
      setSaid({ text: `${what} failed: ${reasonOf(error)}` })
    }
  }, [])
  return useMemo(
    () => ({
      said,
      dismiss: () => setSaid(null),
      archive: (row: BoardRow) => attempt('Archiving', () => archive(client, row, setSaid)),
      unarchive: (row: BoardRow) =>
        attempt('Bringing it back', async () => {
          await client.unarchiveSession(row.id)
          return { text: `${row.name} is back on the board.` }
        }),
      pause: (row: BoardRow) => attempt('Pausing', () => pause(client, row, setSaid)),
      resume: (row: BoardRow) =>
        attempt('Resuming', async () => {
          await client.resumeSession(row.id)
          return { text: `${row.name} is resumed.` }
        }),
      copyLink: (row: BoardRow) =>
        attempt('Copying', async () => {
          await navigator.clipboard.writeText(window.location.origin + sessionAddress(row.id))
          return { text: 'The link is copied.' }
        }),
    }),
    [said, client, attempt],
  )
}

/** Why something was refused, as a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof GatewayError && error.code === 'ConnectionLost') return 'the gateway is out of reach.'
  return error instanceof Error ? error.message : String(error)
}

async function pause(client: Client, row: BoardRow, say: (said: Said) => void): Promise<Said> {
  await client.pauseSession(row.id)
  return {
    text: `${row.name} is paused: no new turns start in it.`,
    undo: () => {
      client.resumeSession(row.id).then(
        () => say({ text: `${row.name} is resumed.` }),
        (error: unknown) => say({ text: `Resuming failed: ${reasonOf(error)}` }),
      )
    },
  }
}

async function archive(client: Client, row: BoardRow, say: (said: Said) => void): Promise<Said> {
  await client.archiveSession(row.id)
  return {
    text: `${row.name} is archived.`,
    undo: () => {
      client.unarchiveSession(row.id).then(
        () => say({ text: `${row.name} is back on the board.` }),
        (error: unknown) => say({ text: `Bringing it back failed: ${reasonOf(error)}` }),
      )
    },
  }
}
