import type { Call, Handlers } from './call.js'

type GatewayMessages = 'get_gateway_state' | 'pause_gateway' | 'resume_gateway'

/** The gateway as a whole. A change that was made already is answered all the same. */
export const gatewayHandlers: Handlers<GatewayMessages> = {
  get_gateway_state: replyState,
  async pause_gateway(call) {
    await call.connection.deps.pause.pause(call.connection.subscriber.id)
    replyState(call)
  },
  async resume_gateway(call) {
    await call.connection.deps.pause.resume(call.connection.subscriber.id)
    replyState(call)
  },
}

function replyState({ connection, ref }: Call): void {
  connection.reply({ type: 'gateway_state', ...connection.deps.pause.state }, ref)
}
