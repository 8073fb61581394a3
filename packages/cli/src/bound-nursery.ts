import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Both halves of the nursery together. */
const ENOUGH = 16 * 1024 * 1024
const LOOK_EVERY_MS = 100

/**
 * V8 lets the nursery of a busy process grow to 32 MiB and never gives it back. What passes through the gateway is
 * short-lived: half of that is collected as cheaply. The limit itself can only be set before a process starts; how
 * fast the nursery grows can be set at any time, so it grows as usual up to here and then no more.
 */
export function boundNursery(): void {
  const look = setInterval(() => {
    const nursery = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    if (nursery && nursery.space_size < ENOUGH) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(look)
  }, LOOK_EVERY_MS).unref()
}
