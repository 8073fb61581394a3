import { Box, Text, useInput } from 'ink'
import { useEffect, useState } from 'react'
import { keysOf } from './key.js'
import type { Line } from './palette.js'
import { viewOf } from './view.js'
import type { WatchStore } from './watch-store.js'

/** How often the clock of the view is looked at. */
const TICK_MS = 500

export interface WatchAppProps {
  store: WatchStore
  paint: (line: Line) => string
  now: () => number
}

/** The view on the screen: all it knows is in the store. A frame like the last one costs Ink nothing. */
export function WatchApp({ store, paint, now }: WatchAppProps) {
  const [frame, setFrame] = useState(() => frameOf(store, paint, now()))
  useEffect(() => {
    const leave = store.subscribe(() => setFrame(frameOf(store, paint, now())))
    const timer = setInterval(() => store.tell({ of: 'time' }), TICK_MS)
    return () => {
      clearInterval(timer)
      leave()
    }
  }, [store, paint, now])
  useInput((input, key) => {
    for (const one of keysOf(input, key)) store.press(one)
  })
  return (
    <Box flexDirection="column" width={store.model().columns}>
      {frame.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
        <Text key={index} wrap="truncate-end">
          {line || ' '}
        </Text>
      ))}
    </Box>
  )
}

function frameOf(store: WatchStore, paint: (line: Line) => string, now: number): string {
  return viewOf(store.model(), now, now).map(paint).join('\n')
}
