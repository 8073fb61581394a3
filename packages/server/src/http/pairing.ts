import { SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { may } from '../identity.js'
import { addressOf } from './auth.js'
import { clearDeviceCookie, setDeviceCookie } from './device-cookie.js'
import type { Devices } from './devices.js'
import type { PairingCodes } from './pairing-codes.js'
import { requireIdentity } from './request-identity.js'

export interface PairingDeps {
  codes: PairingCodes
  devices: Devices
}

const MAX_NAME = 80

/** The routes that pair a browser, list the paired ones and revoke them. */
export function addPairing(app: FastifyInstance, { codes, devices }: PairingDeps): void {
  app.post('/pair', { config: { open: true } }, async (request, reply) => {
    const { code, name } = readPairing(request.body)
    codes.redeem(code, addressOf(request.raw))
    const { device, token } = await devices.add(name)
    const secure = request.headers.origin?.startsWith('https:') ?? false
    reply.header('set-cookie', setDeviceCookie(token, secure))
    return { device }
  })

  app.post('/api/pairing', async (request) => {
    requireAdmin(request)
    const { code, expiresAt } = codes.issue()
    // In the fragment, which browsers keep to themselves: the code reaches no access log and no proxy.
    return { code, link: `/pair#${code}`, expiresAt }
  })

  app.get('/api/devices', async (request) => {
    const { deviceId } = requireAdmin(request)
    return {
      devices: devices
        .list()
        .map((device) => (device.id === deviceId ? { ...device, current: true } : device)),
    }
  })

  app.delete<{ Params: { id: string } }>('/api/devices/:id', async (request, reply) => {
    const identity = requireAdmin(request)
    if (!(await devices.remove(request.params.id)))
      throw new SignalboxError('notFound', 'There is no such device.')
    if (identity.deviceId === request.params.id) reply.header('set-cookie', clearDeviceCookie())
    return reply.code(204).send()
  })
}

function requireAdmin(request: FastifyRequest) {
  const identity = requireIdentity(request)
  if (!may(identity, 'tenant:admin'))
    throw new SignalboxError('unauthorized', 'Only the owner may manage devices.')
  return identity
}

function readPairing(body: unknown): { code: string; name: string } {
  const { code, name = '' } =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (typeof code !== 'string') {
    throw new SignalboxError('invalidMessage', 'The body must be {"code": "…"} with the pairing code.', {
      field: 'code',
    })
  }
  if (typeof name !== 'string') {
    throw new SignalboxError('invalidMessage', 'The name of the device must be text.', { field: 'name' })
  }
  // The name is shown in terminals and lists: no control or formatting characters.
  const clean = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return { code, name: [...clean].slice(0, MAX_NAME).join('') || 'browser' }
}
