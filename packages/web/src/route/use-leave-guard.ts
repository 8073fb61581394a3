import { useEffect, useState } from 'react'
import { useRouter } from './router.js'

/** While there is something to lose, leaving is asked about first. `asked` goes on; null while nobody wants to leave. */
export function useLeaveGuard(isUnsaved: boolean): { asked: (() => void) | null; stay: () => void } {
  const { guard } = useRouter()
  const [asked, setAsked] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!isUnsaved) return
    guard.current = (leave) => setAsked(() => leave)
    // Other pages and closed tabs are asked about by the browser itself.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => {
      guard.current = null
      window.removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved, guard])
  return { asked, stay: () => setAsked(null) }
}
