import { createContext, useContext } from 'react'
import type { Part } from './spec-context.js'
import type { SpecNode } from './spec-tree.js'

/** How elements are drawn by their type; given from above, because elements hold each other. */
export const PartsContext = createContext<Readonly<Record<string, Part>>>({})

/** The elements an element holds. */
export function Children({ node }: { node: SpecNode }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: an element can be there twice
  return node.children.map((child, at) => <Element key={at} node={child} />)
}

/** An element; of one the catalogue does not have its name and what it holds. */
export function Element({ node }: { node: SpecNode }) {
  const parts = useContext(PartsContext)
  const Drawn = Object.hasOwn(parts, node.type) ? parts[node.type] : undefined
  if (Drawn) return <Drawn node={node} />
  return (
    <div className="spec-unknown">
      <p className="spec-name">{node.type.slice(0, 60)} (cannot be drawn here)</p>
      <Children node={node} />
    </div>
  )
}
