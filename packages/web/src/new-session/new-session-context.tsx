import { createContext, lazy, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import { useKeys } from '../page/use-keys.js'

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
  useKeys({ n: value.open })
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
