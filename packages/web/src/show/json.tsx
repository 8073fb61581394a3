import { harmlessJson } from '../text/neutralise.js'

/** A value as readable, harmless JSON. */
export function Json({ value }: { value: unknown }) {
  return <pre className="json foreign">{harmlessJson(value)}</pre>
}
