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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (told !== known) {
    setKnown(told)
    setSearch(told)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(text: string) {
    setSearch(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      // So that the address, which now follows, does not overtake what is typed meanwhile.
      setKnown(text)
      settle(text)
    }, SETTLED_MS)
  }
  return [search, type]
}
