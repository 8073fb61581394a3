export { type Item, ItemFold, itemsOf } from './items-of.js'
export { encodeLine, type HeardEvent, type RpcLine } from './line.js'
export { isTold } from './table.js'
export { type OpenItem, type Owed, Teller } from './teller.js'
