import { activityDialect } from './activity.js'
import { codexNotifyDialect } from './codex-notify.js'
import type { Dialect, DialectName } from './dialect.js'
import { notificationsDialect } from './notifications.js'
import { otlpLogDialect } from './otlp-log.js'
import { RpcDialect } from './rpc.js'
import { sseDialect } from './sse.js'
import { GATEWAY_DIALECTS } from './ws.js'

const DIALECTS: Record<DialectName, (epoch: string) => Dialect> = {
  'ws-snake': () => GATEWAY_DIALECTS.snake,
  'ws-dot': () => GATEWAY_DIALECTS.dot,
  sse: sseDialect,
  activity: activityDialect,
  'codex-notify': codexNotifyDialect,
  'otlp-log': otlpLogDialect,
  notifications: notificationsDialect,
  rpc: (epoch) => new RpcDialect(epoch),
}

/** The dialect of a name, for a log of this epoch. */
export function dialectNamed(name: DialectName, epoch: string): Dialect {
  return DIALECTS[name](epoch)
}
