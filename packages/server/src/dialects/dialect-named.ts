import type { Dialect, DialectName } from './dialect.js'
import { sseDialect } from './sse.js'
import { GATEWAY_DIALECTS } from './ws.js'

/** The dialect of a name, for a log of this epoch. */
export function dialectNamed(name: DialectName, epoch: string): Dialect {
  return name === 'sse' ? sseDialect(epoch) : GATEWAY_DIALECTS[name === 'ws-dot' ? 'dot' : 'snake']
}
