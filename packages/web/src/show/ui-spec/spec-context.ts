import { createContext, useContext } from 'react'
import { Props } from './read-props.js'
import type { SpecAction } from './spec-actions.js'
import { resolved } from './spec-state.js'
import type { SpecNode } from './spec-tree.js'

/** What the elements of one piece of interface share. */
export interface Shared {
  state: unknown
  act: (actions: readonly SpecAction[]) => void
}

export const SharedContext = createContext<Shared>({ state: {}, act: () => {} })

/** How an element of the catalogue is drawn. */
export type Part = (given: { node: SpecNode }) => React.ReactNode

/** The props of an element as they are now. */
export function useProps(node: SpecNode): Props {
  const { state } = useContext(SharedContext)
  return new Props(resolved(node.props, state))
}
