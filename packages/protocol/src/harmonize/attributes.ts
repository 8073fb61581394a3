import { decodeEntities } from './entities.js'

const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

/** The value of the first of the named attributes an opening tag has. */
export function attributeOf(written: string, names: readonly string[]): string | undefined {
  if (!written.includes('=')) return undefined
  const values = new Map<string, string>()
  for (const [, name = '', double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!values.has(key)) values.set(key, double ?? single ?? bare ?? '')
  }
  const name = names.find((candidate) => values.get(candidate))
  return name === undefined ? undefined : decodeEntities(values.get(name) ?? '')
}
