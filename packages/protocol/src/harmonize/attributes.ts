import { decodeEntities } from './entities.js'

/** A word, and its value if it has one: a word without is passed over as a whole, so that each is read once. */
const ATTRIBUTE = /([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** The value of the first of the named attributes an opening tag has; of two of a name, the first. */
export function attributeOf(written: string, names: readonly string[]): string | undefined {
  let best = names.length
  let value = ''
  ATTRIBUTE.lastIndex = 0
  for (;;) {
    const found = ATTRIBUTE.exec(written)
    if (!found) return best === names.length ? undefined : decodeEntities(value)
    const [, name = '', double, single, bare] = found
    const rank = names.indexOf(name.toLowerCase())
    const said = double ?? single ?? bare ?? ''
    if (rank === -1 || rank >= best || said === '') continue
    best = rank
    value = said
  }
}
