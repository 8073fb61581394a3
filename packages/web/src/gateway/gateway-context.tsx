import type { Client, ConnectionStatus } from '@signalbox/client'
import { createContext, useContext } from 'react'
import type { Board } from './board.js'

/** What every view of a paired browser works with. */
export interface Gateway {
  client: Client
  status: ConnectionStatus
  board: Board
  /** Reads the next page of the sessions. */
  loadMore: () => void
  /** Tries to connect now. */
  retry: () => void
}

const GatewayContext = createContext<Gateway | null>(null)

export const GatewayProvider = GatewayContext.Provider

export function useGateway(): Gateway {
  const gateway = useContext(GatewayContext)
  if (!gateway) throw new Error('useGateway is called outside of a GatewayProvider')
  return gateway
}
