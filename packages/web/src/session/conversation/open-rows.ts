import { createContext, useContext } from 'react'

/** Which rows are open. A row that scrolled out of sight is as it was when it comes back. */
export interface OpenRows {
  isOpen: (key: string) => boolean
  toggle: (key: string) => void
}

const OpenRowsContext = createContext<OpenRows>({ isOpen: () => false, toggle: () => {} })

export const OpenRowsProvider = OpenRowsContext.Provider

export function useOpenRow(key: string): { open: boolean; toggle: () => void } {
  const { isOpen, toggle } = useContext(OpenRowsContext)
  return { open: isOpen(key), toggle: () => toggle(key) }
}
