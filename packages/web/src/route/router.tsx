import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Address, readAddress } from './address.js'

interface Router {
  address: Address
  /** Goes to an address of the dashboard; `replace` leaves no step in the history. */
  go: (to: string, how?: 'push' | 'replace') => void
}

const RouterContext = createContext<Router | null>(null)

/** Knows where the person is, and takes them elsewhere without loading the page again. */
export function RouterProvider({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(() => readAddress(window.location))
  useEffect(() => {
    const read = () => setAddress(readAddress(window.location))
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])
  const router = useMemo<Router>(() => {
    function go(to: string, how: 'push' | 'replace' = 'push') {
      if (to === window.location.pathname + window.location.search) return
      if (how === 'push') window.history.pushState(null, '', to)
      else window.history.replaceState(null, '', to)
      setAddress(readAddress(window.location))
    }
    return { address, go }
  }, [address])
  return <RouterContext value={router}>{children}</RouterContext>
}

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('useRouter is called outside of a RouterProvider')
  return router
}
