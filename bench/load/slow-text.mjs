export const BEAT_MS = 200

/** What the scenario `demo:slow:SECONDS` says in all, beat by beat. @param {number} seconds */
export function slowText(seconds) {
  const beats = Array.from({ length: (seconds * 1000) / BEAT_MS }, (_, index) => `Beat ${index + 1}. `)
  return `I am the demo agent and take ${seconds} seconds. ${beats.join('')}Done; nothing was really run.\n`
}
