/** An element of a spec in its place. */
export interface SpecNode {
  id: string
  type: string
  props: Readonly<Record<string, unknown>>
  /** What it does when it is used, where that is said beside its props. */
  on: unknown
  children: readonly SpecNode[]
}

/** An element that several hold is drawn for each of them; a few lines could ask for more than any page can show. */
const MOST_NODES = 2000
const DEEPEST = 40

/** The tree a spec stands for. Whatever is missing, wrong or inside itself is left out. Never throws. */
export function specTree(spec: unknown): { root: SpecNode | undefined; cut: boolean } {
  const { root, elements } = objectOf(spec)
  const known = objectOf(elements)
  let left = MOST_NODES
  let cut = false
  const above = new Set<string>()
  const grow = (id: unknown): SpecNode | undefined => {
    if (typeof id !== 'string' || !Object.hasOwn(known, id) || above.has(id)) return undefined
    if (left-- <= 0 || above.size >= DEEPEST) {
      cut = true
      return undefined
    }
    const { type, props, children, on } = objectOf(known[id])
    if (typeof type !== 'string') return undefined
    above.add(id)
    const grown: SpecNode[] = []
    for (const child of Array.isArray(children) ? children : []) {
      if (left <= 0) {
        cut = true
        break
      }
      const node = grow(child)
      if (node) grown.push(node)
    }
    above.delete(id)
    return { id, type, props: objectOf(props), on, children: grown }
  }
  return { root: grow(root), cut }
}

/** A value as an object; nothing in it when it is none. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}
