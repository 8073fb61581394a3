import { useEffect, useRef, useState } from 'react'

/** Browsers refuse an address that changes with every key. */
const SETTLED_MS = 200

/**
 * What is typed into the search, at once; `settle` is told when the typing pauses. When the address changes elsewhere,
 * by the back button or by clearing the filter, that counts.
 */
export function useSearch(
  told: string,
  settle: (search: string) => void,
): [search: string, type: (search: string) => void] {
  const [search, setSearch] = useState(told)
  const [known, setKnown] = useState(told)
  const latest = useRef(settle)
  if (told !== known) {
    setKnown(told)
    setSearch(told)
  }
  useEffect(() => {
    latest.current = settle
  })
  useEffect(() => {
    if (search === told) return
    const timer = setTimeout(() => {
      // The address that now follows is known: it does not overtake what is typed meanwhile.
      setKnown(search)
      latest.current(search)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [search, told])
  return [search, setSearch]
}
