import { message } from './message-row.js'

/** Whether the gateway as a whole starts turns. */
export const gatewayMessages = {
  get_gateway_state: message({
    permission: 'session:read',
    fields: {},
    replies: ['gateway_state'],
    description: 'Asks whether the gateway starts turns or is paused.',
    example: { type: 'get_gateway_state', ref: 'state-1' },
  }),
  pause_gateway: message({
    permission: 'tenant:admin',
    fields: {},
    replies: ['gateway_state'],
    description: 'Starts no new turn in any session until the gateway is resumed.',
    example: { type: 'pause_gateway', ref: 'pause-1' },
  }),
  resume_gateway: message({
    permission: 'tenant:admin',
    fields: {},
    replies: ['gateway_state'],
    description: 'Lets turns start again.',
    example: { type: 'resume_gateway', ref: 'resume-1' },
  }),
}
