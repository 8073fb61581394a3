import { visibleText } from './visible-text.js'

/** Code, as it stands. */
export function CodeBlock({ code }: { code: string; language?: string }) {
  return (
    <pre className="code-block foreign">
      <code>{visibleText(code)}</code>
    </pre>
  )
}
