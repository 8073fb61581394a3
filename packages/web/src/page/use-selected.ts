import { useEffect, useState } from 'react'

const PARAMETER = 'session'

/** The session in the address, so that a view can be linked to and the back button closes it. */
export function useSelected(): [selected: string | null, select: (sessionId: string | null) => void] {
  const [selected, setSelected] = useState(readSelected)
  useEffect(() => {
    const read = () => setSelected(readSelected())
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])
  function select(sessionId: string | null) {
    if (sessionId === selected) return
    const query = sessionId === null ? '' : `?${new URLSearchParams({ [PARAMETER]: sessionId })}`
    window.history.pushState(null, '', `/${query}`)
    setSelected(sessionId)
  }
  return [selected, select]
}

function readSelected(): string | null {
  return new URLSearchParams(window.location.search).get(PARAMETER)
}
