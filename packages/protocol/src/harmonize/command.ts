/** What stands in the tags of one slash command, by their names. */
export type CommandTags = { [name: string]: string | undefined }

/** A slash command as it was typed. */
export interface Command {
  name: string
  args: string
  text: string
}

/** Makes of the insides of command tags what the person typed. */
export function commandOf(tags: CommandTags): Command {
  const args = tags['command-args']?.trim() ?? ''
  const name = bareName(tags['command-name'])
  if (name !== '') return { name, args, text: withArgs(`/${name}`, args) }
  // Without a name the message is one if it is a single word; older agents put a sentence there.
  const message = bareName(tags['command-message'])
  if (message !== '' && !/\s/.test(message))
    return { name: message, args, text: withArgs(`/${message}`, args) }
  return { name, args, text: withArgs(message || (tags['command-contents']?.trim() ?? ''), args) }
}

function bareName(name: string | undefined): string {
  const bare = name?.trim() ?? ''
  return bare.startsWith('/') ? bare.slice(1).trim() : bare
}

/** Arguments that begin with a fence have a line of their own: behind a word it would open nothing, and its end would. */
function withArgs(command: string, args: string): string {
  if (command === '' || args === '') return command || args
  return `${command}${/^(?:```|~~~)/.test(args) ? '\n' : ' '}${args}`
}
