let isListening = false

/** Writes to the standard error; whoever read it may be gone, and the gateway goes on without them. */
export function writeToStandardError(text: string): void {
  if (!isListening) process.stderr.on('error', () => undefined)
  isListening = true
  process.stderr.write(text)
}
