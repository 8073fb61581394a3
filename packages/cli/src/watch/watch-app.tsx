import { Box, Text, useInput } from 'ink'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { keysOf } from './key.js'
import type { Line } from './palette.js'
import { viewOf } from './view.js'
import type { WatchStore } from './watch-store.js'

/** How often the clock of the view is looked at; what does not change is not drawn again. */
const TICK_MS = 250

/** The view on the screen: all it knows is in the store. */
export function WatchApp({
  store,
  paint,
  now,
}: {
  store: WatchStore
  paint: (line: Line) => string
  now: () => number
}) {
  const model = useSyncExternalStore(store.subscribe, store.model)
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => {
      store.tell({ of: 'time' })
      setTime(now())
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [store, now])
  useInput((input, key) => {
    for (const one of keysOf(input, key)) store.press(one)
  })
  const current = Math.max(time, now())
  const lines = viewOf(model, current, current).map(paint)
  return (
    <Box flexDirection="column" width={model.columns}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
        <Text key={index} wrap="truncate-end">
          {line || ' '}
        </Text>
      ))}
    </Box>
  )
}
