import { visibleText } from './visible-text.js'

/** A command as it would be run. */
export function CommandLine({ text }: { text: string }) {
  return (
    <pre className="command-line foreign">
      <code>{visibleText(text)}</code>
    </pre>
  )
}
