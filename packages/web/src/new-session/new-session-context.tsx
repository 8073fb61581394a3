import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'

interface NewSession {
  /** Asks what the new session should be. */
  open: () => void
}

const NewSessionContext = createContext<NewSession | null>(null)

const NewSessionDialog = lazy(async () => ({
  default: (await import('./new-session-dialog.js')).NewSessionDialog,
}))

/** Lets any view, and the key `n`, begin a session. */
export function NewSessionProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const value = useMemo(() => ({ open: () => setOpen(true) }), [])
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
      if (event.key !== 'n' || !isPlain || event.defaultPrevented || isBusy(event.target)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <NewSessionContext value={value}>
      {children}
      {isOpen && (
        <Suspense>
          <NewSessionDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </NewSessionContext>
  )
}

export function useNewSession(): NewSession {
  const value = useContext(NewSessionContext)
  if (!value) throw new Error('useNewSession is called outside of a NewSessionProvider')
  return value
}

/** Somebody types, or is asked something else already. */
function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.matches('input, textarea, select, [contenteditable]') ||
      target.closest('dialog, [role=menu]') !== null)
  )
}
