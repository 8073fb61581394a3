import { createContext, useContext } from 'react'

/** Which rows somebody opened or closed. A row that scrolled out of sight is as it was when it comes back. */
export interface OpenRows {
  isToggled: (key: string) => boolean
  toggle: (key: string) => void
}

const OpenRowsContext = createContext<OpenRows>({ isToggled: () => false, toggle: () => {} })

export const OpenRowsProvider = OpenRowsContext.Provider

/** `byItself`: it is open until somebody closes it. */
export function useOpenRow(key: string, byItself = false): { open: boolean; toggle: () => void } {
  const { isToggled, toggle } = useContext(OpenRowsContext)
  return { open: isToggled(key) !== byItself, toggle: () => toggle(key) }
}
