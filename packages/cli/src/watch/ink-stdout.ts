/** Erases what was printed before, which is not ours. */
const ERASE_HISTORY = '\u001b[3J'

/** A terminal for Ink to write on: what is above the screen stays. */
export function inkStdout(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return new Proxy(stream, {
    get(target, name) {
      if (name === 'write')
        return (chunk: string | Uint8Array, ...rest: never[]) =>
          target.write(typeof chunk === 'string' ? chunk.replaceAll(ERASE_HISTORY, '') : chunk, ...rest)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
