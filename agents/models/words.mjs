import { setTimeout as pause } from 'node:timers/promises'

/**
 * What a step says, word by word and as slowly as it wants; ends early when the agent has gone.
 * @param {import('./script.mjs').Step} step @param {import('./model-server.mjs').Stream} stream
 */
export async function* words({ say = '', slow = 0 }, stream) {
  for (const word of say.match(/\S+\s*/g) ?? []) {
    if (stream.gone()) return
    yield word
    if (slow > 0) await pause(slow)
  }
}
