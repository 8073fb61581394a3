import { encodeEvent, type Naming, type WireEvent } from '@signalbox/protocol'
import type { Dialect } from './dialect.js'
import { textFrame } from './text-frame.js'

function gatewayDialect(naming: Naming): Dialect {
  return {
    name: `ws-${naming}`,
    event: (event, ref) => textFrame(withRef(event, naming, ref)),
    control: (frame) => textFrame(JSON.stringify(frame)),
  }
}

function withRef(event: WireEvent, naming: Naming, ref: string | number | undefined): string {
  const text = encodeEvent(event, naming)
  return ref === undefined ? text : `${text.slice(0, -1)},"ref":${JSON.stringify(ref)}}`
}

/** What /ws speaks: the same frames under one of two namings. */
export const GATEWAY_DIALECTS: Record<Naming, Dialect> = {
  snake: gatewayDialect('snake'),
  dot: gatewayDialect('dot'),
}
