import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Address, readAddress } from './address.js'

/** Asked before the page is left; `leave` goes on to where the person wanted to. */
export type LeaveGuard = (leave: () => void) => void

interface Router {
  address: Address
  /** Goes to an address of the dashboard; `replace` leaves no step in the history. */
  go: (to: string, how?: 'push' | 'replace') => void
  /** Who is asked before the page is left, while there is something to lose. */
  guard: RefObject<LeaveGuard | null>
}

const RouterContext = createContext<Router | null>(null)

const here = () => window.location.pathname + window.location.search

/** Knows where the person is, and takes them elsewhere without loading the page again. */
export function RouterProvider({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(() => readAddress(window.location))
  const guard = useRef<LeaveGuard | null>(null)
  const shown = useRef(here())
  const go = useMemo(() => {
    function move(to: string, how: 'push' | 'replace') {
      if (how === 'push') window.history.pushState(null, '', to)
      else window.history.replaceState(null, '', to)
      shown.current = here()
      setAddress(readAddress(window.location))
    }
    return (to: string, how: 'push' | 'replace' = 'push') => {
      if (to === here()) return
      if (guard.current) guard.current(() => move(to, how))
      else move(to, how)
    }
  }, [])
  useEffect(() => {
    function read() {
      const to = here()
      if (guard.current && to !== shown.current) {
        // The browser has gone already: back to what is shown, until it is known whether it may be left.
        window.history.pushState(null, '', shown.current)
        return go(to)
      }
      shown.current = to
      setAddress(readAddress(window.location))
    }
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [go])
  const router = useMemo<Router>(() => ({ address, go, guard }), [address, go])
  return <RouterContext value={router}>{children}</RouterContext>
}

export function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('useRouter is called outside of a RouterProvider')
  return router
}
