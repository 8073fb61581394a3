/** The first word of a type says what it is about: `turn_complete` is of turns. */
const NOTIFY = 'notify'

export interface EventGroup {
  label: string
  types: readonly string[]
}

/** The event types in groups, those of notify first; the order within stays. */
export function eventGroups(types: readonly string[]): EventGroup[] {
  const groups = new Map<string, string[]>([[NOTIFY, []]])
  for (const type of types) {
    const [word = type] = type.split('_')
    groups.set(word, [...(groups.get(word) ?? []), type])
  }
  return [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([word, members]) => ({ label: word.charAt(0).toUpperCase() + word.slice(1), types: members }))
}
