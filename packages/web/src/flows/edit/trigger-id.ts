const LONGEST = 60

/** An id for a new trigger, of what it is called; one that is not taken. */
export function newTriggerId(label: string, eventType: string, taken: readonly string[]): string {
  const base = slug(label) || slug(eventType) || 'trigger'
  const known = new Set(taken.map((id) => id.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!known.has(id)) return id
  }
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '')
}
