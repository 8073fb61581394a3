/** A slash command as it was typed. */
export interface Command {
  name: string
  args: string
  text: string
}

/** Makes of the insides of command tags, by their names, what the person typed. */
export function commandOf(insides: ReadonlyMap<string, string>): Command {
  const inside = (tag: string) => (insides.get(tag) ?? '').trim()
  const args = inside('command-args')
  const message = inside('command-message')
  // Without a name the message is one if it is a single word; older agents put a sentence there.
  const name = bareName(inside('command-name') || (/\s/.test(message) ? '' : message))
  const told = name === '' ? message || inside('command-contents') : `/${name}`
  return { name, args, text: [told, args].filter(Boolean).join(' ') }
}

const bareName = (name: string) => (name.startsWith('/') ? name.slice(1).trim() : name)
