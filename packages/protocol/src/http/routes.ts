import { activityRoutes } from './activity-routes.js'
import { agentRoutes } from './agent-routes.js'
import { deliveryRoutes } from './delivery-routes.js'
import { documentRoutes } from './document-routes.js'
import { flowRoutes } from './flow-routes.js'
import { gatewayRoutes } from './gateway-routes.js'
import { hookRoutes } from './hook-routes.js'
import { listenerRoutes } from './listener-routes.js'
import { logRoutes } from './log-routes.js'
import { notificationRoutes } from './notification-routes.js'
import { notifyRoutes } from './notify-routes.js'
import { pairingRoutes } from './pairing-routes.js'
import { pauseRoutes } from './pause-routes.js'
import { requestRoutes } from './request-routes.js'
import type { HttpRoute } from './route.js'
import { rpcRoutes } from './rpc-routes.js'
import { sessionRoutes } from './session-routes.js'
import { viewerRoutes } from './viewer-routes.js'
import { watchRoutes } from './watch-routes.js'
import { webhookSecretRoutes } from './webhook-secret-routes.js'

/** The table of HTTP routes: everything the gateway answers beside the files of the page and /ws. */
export const ROUTES: readonly HttpRoute[] = [
  ...notifyRoutes,
  ...hookRoutes,
  ...sessionRoutes,
  ...listenerRoutes,
  ...activityRoutes,
  ...watchRoutes,
  ...logRoutes,
  ...viewerRoutes,
  ...pauseRoutes,
  ...requestRoutes,
  ...flowRoutes,
  ...deliveryRoutes,
  ...webhookSecretRoutes,
  ...notificationRoutes,
  ...rpcRoutes,
  ...agentRoutes,
  ...pairingRoutes,
  ...gatewayRoutes,
  ...documentRoutes,
]
