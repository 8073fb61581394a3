import { proseText } from './prose-text.js'

interface Output {
  text: string
  running: boolean
  exitCode?: number
}

/** What a command printed. */
export function Terminal({ text }: Output) {
  return <pre className="terminal foreign">{proseText(text)}</pre>
}
