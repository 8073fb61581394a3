/** The form of what setup writes. A change of it is a higher number, and `signalbox setup` brings old ones up to it. */
export const HOOKS_VERSION = 1

const PLAIN_WORD = /^[A-Za-z0-9_/.:@%+=,-]+$/
const OURS =
  /(?:^|[\\/'"\s])(?:signalbox-hook(?:\.mjs)?|signalbox(?:\.js)?['"]?\s+hook)['"]?\s+(?:claude|codex|gemini|opencode|codex-notify)\b/

/** A word as a POSIX shell takes it. */
export function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** What an agent runs for each of its hooks: the client by its absolute path, and as a comment the form of it all. */
export function hookCommand(client: string, agent: string): string {
  return `${shellWord(client)} ${agent} # signalbox ${HOOKS_VERSION}`
}

/** Whether a command is one that setup wrote, in this or an older form. */
export function isOurCommand(command: unknown): boolean {
  return typeof command === 'string' && OURS.test(command)
}
