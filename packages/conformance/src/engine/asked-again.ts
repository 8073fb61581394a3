import { setTimeout } from 'node:timers/promises'
import type { Context } from './context.js'
import { Failure } from './failure.js'
import { show } from './match.js'

const AGAIN_MS = 25

/**
 * What is asked for again and again until it is as it should be: for what nobody is told of. Not longer than the case may
 * take; then it says what it was at last.
 */
export async function askedAgain<T>(
  { signal }: Pick<Context, 'signal'>,
  what: string,
  ask: () => Promise<T>,
  isRight: (answer: T) => boolean,
): Promise<T> {
  let last: T | undefined
  try {
    for (;;) {
      last = await ask()
      if (isRight(last)) return last
      await setTimeout(AGAIN_MS, undefined, { signal })
    }
  } catch (error) {
    if (signal.aborted) throw new Failure(`waited for ${what} until its time was over; it was ${show(last)}`)
    throw error
  }
}
