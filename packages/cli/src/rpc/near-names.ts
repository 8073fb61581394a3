/** One letter of so many may be wrong. */
const LETTERS = 3
const MOST = 3

/** The names somebody may have meant, nearest first; few, or none. */
export function nearNames(typed: string, names: readonly string[]): string[] {
  const wanted = typed.toLowerCase()
  const near = names
    .map((name) => ({ name, wrong: wrongLetters(wanted, name.toLowerCase()) }))
    .filter(
      ({ name, wrong }) => wrong <= Math.max(1, Math.floor(Math.min(wanted.length, name.length) / LETTERS)),
    )
    .sort((one, other) => one.wrong - other.wrong)
  const [nearest] = near
  // Beside one that is nearly right, nobody means one that is far off.
  return near
    .filter(({ wrong }) => wrong <= (nearest?.wrong ?? 0) + 1)
    .slice(0, MOST)
    .map(({ name }) => name)
}

/** How many letters have to be put in, taken out or changed to make one of the other; a last part alone is one. */
function wrongLetters(typed: string, name: string): number {
  const last = name.split('/').at(-1) ?? name
  return typed.includes('/')
    ? distance(typed, name)
    : Math.min(distance(typed, name), distance(typed, last) + 1)
}

function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let at = 1; at <= from.length; at++) {
    const next = [at]
    for (let index = 1; index <= to.length; index++) {
      const changed = (row[index - 1] ?? 0) + (from[at - 1] === to[index - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
