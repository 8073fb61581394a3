import { s } from '../schema.js'
import { described } from './described.js'
import type { HttpRoute } from './route.js'
import { Device, PairingCode } from './shapes.js'

const device = {
  id: '01994f3a-0000-7000-8000-00000000000d',
  name: 'Firefox on Linux',
  createdAt: 1709312400000,
}
const code = 'K7QM-2XWD'

/** How a browser gets its own credential, and loses it. */
export const pairingRoutes: readonly HttpRoute[] = [
  {
    method: 'POST',
    path: '/pair',
    operation: 'pairDevice',
    chapter: 'pairing',
    summary: 'Pair this browser with a one-time code',
    description:
      'The answer sets the cookie of the device: HttpOnly, SameSite=Strict, valid until it is revoked.',
    access: 'open',
    body: {
      description: 'The code of the link.',
      content: [
        {
          mediaType: 'application/json',
          schema: s.object({
            code: s.string(),
            name: s.optional(described(s.string(), 'How the device is listed; cut at 80 characters.')),
          }),
          example: { code, name: device.name },
        },
      ],
    },
    answers: {
      200: {
        description: 'Paired.',
        headers: { 'Set-Cookie': 'The token of the device.' },
        content: [
          { mediaType: 'application/json', schema: s.object({ device: Device }), example: { device } },
        ],
      },
    },
    errors: ['invalidJson', 'invalidMessage', 'tooLarge', 'unsupportedMediaType', 'conflict', 'unavailable'],
  },
  {
    method: 'POST',
    path: '/api/pairing',
    operation: 'createPairingCode',
    chapter: 'pairing',
    summary: 'A new one-time code',
    access: 'tenant:admin',
    answers: {
      200: {
        description: 'The code, and the link that carries it where no server sees it.',
        content: [
          {
            mediaType: 'application/json',
            schema: PairingCode,
            example: { code, link: `/pair#${code}`, expiresAt: 1709312700000 },
          },
        ],
      },
    },
    errors: ['invalidJson', 'tooLarge', 'unsupportedMediaType'],
  },
  {
    method: 'GET',
    path: '/api/devices',
    operation: 'listDevices',
    chapter: 'pairing',
    summary: 'The paired browsers, oldest first',
    access: 'tenant:admin',
    answers: {
      200: {
        description: 'All of them.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ devices: s.array(Device) }),
            example: { devices: [{ ...device, lastSeenAt: 1709316000000, current: true }] },
          },
        ],
      },
    },
    errors: [],
  },
  {
    method: 'DELETE',
    path: '/api/devices/{id}',
    operation: 'revokeDevice',
    chapter: 'pairing',
    summary: 'Revoke a browser',
    description: 'It is refused from now on, and its open connections end.',
    access: 'tenant:admin',
    parameters: [
      {
        name: 'id',
        in: 'path',
        schema: s.string(),
        description: 'The id of the device.',
        example: device.id,
      },
    ],
    answers: { 204: { description: 'Revoked.' } },
    errors: ['notFound', 'unavailable'],
  },
]
