import { harmlessJson } from '../text/neutralise.js'
import { CodeBlock } from './code-block.js'

const CIRCLE = 'This value cannot be written as JSON.'

/** A value as readable, harmless JSON. */
export function Json({ value }: { value: unknown }) {
  return <CodeBlock code={jsonText(value)} language="json" />
}

function jsonText(value: unknown): string {
  try {
    return harmlessJson(value)
  } catch {
    return CIRCLE
  }
}
