const COMMAND = /(^|&& )(signalbox (?:[^&\s]+ ?)+)/g

/** A command as it is typed in a checkout, told which gateway is meant where it is not the usual one. */
export function asTyped(command: string, options: string): string {
  const about = options === '' ? '' : ` ${options}`
  return command.replace(
    COMMAND,
    (_all, before: string, said: string) => `${before}npx ${said.trim()}${about}`,
  )
}
