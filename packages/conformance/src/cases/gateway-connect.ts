import { ANY, type ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectMatch, expectThat, held } from '../engine/failure.js'
import { inPortions } from '../engine/in-portions.js'
import { is } from '../engine/match.js'
import { Peer, type PeerOptions } from '../engine/peer.js'
import { bearer } from '../engine/target.js'
import type { RequirementId } from '../manifest.js'
import { LATER, minimal, SERVED } from './messages.js'

const HEARTBEAT_LATEST_MS = 31_000

/** The upgrades that are refused, with what. */
const REFUSED: readonly (readonly [id: string, RequirementId, options: PeerOptions, status: number])[] = [
  ['foreign-origin', 'GATEWAY-012', { headers: { origin: 'http://evil.example' } }, 403],
  ['foreign-host', 'GATEWAY-012', { headers: { host: 'evil.example' } }, 403],
  ['other-path', 'GATEWAY-013', { address: '/elsewhere' }, 404],
  ['unknown-naming', 'GATEWAY-013', { address: '/ws?naming=camel' }, 400],
]

async function versionOf(context: Context, more: object): Promise<unknown> {
  const peer = await context.connect()
  return (await peer.signIn(context.target, more)).protocolVersion
}

/** From the upgrade to the end of a connection. */
export const gatewayConnect: readonly ConformanceCase[] = [
  {
    id: 'gateway-greeting',
    verifies: ['GATEWAY-001', 'GATEWAY-002'],
    title: 'welcome, then connected',
    needs: ANY,
    async run(context) {
      const [one, other] = [await context.connect(), await context.connect()]
      const requiresAuth = context.target.has.has('token')
      expectMatch('the first frame', one.frames[0], { type: 'welcome', protocolVersion: 2, requiresAuth })
      const connected = { type: 'connected', clientId: is.uuid, heartbeatIntervalMs: 30_000, ts: is.number }
      expectMatch('the second frame', one.frames[1], connected)
      const ids = [one, other].map(({ frames }) => frames[1]?.clientId)
      expectThat('every connection has an id of its own', ids[0] !== ids[1])
    },
  },
  {
    id: 'gateway-token',
    verifies: ['GATEWAY-004'],
    title: 'the token signs in',
    needs: ['token'],
    async run(context) {
      const peer = await context.connect()
      expectMatch('the answer', await peer.signIn(context.target), {
        type: 'authenticated',
        identity: { userId: is.text, tenantId: is.text },
        protocolVersion: is.oneOf(1, 2),
      })
      expectMatch('the connection may speak', await peer.ask({ type: 'ping', ts: 1 }), { type: 'pong' })
    },
  },
  {
    id: 'gateway-before-authentication',
    verifies: ['GATEWAY-003'],
    title: 'every message but authenticate is refused before a token',
    needs: ['token'],
    async run(context) {
      const types = [...SERVED, ...LATER].filter((type) => type !== 'authenticate')
      for (const portion of inPortions(types)) {
        const peer = await context.connect()
        for (const type of portion) {
          const answer = await peer.ask(minimal(type, context.name()))
          expectMatch(`${type} before authenticate`, answer, { type: 'error', code: 'NOT_AUTHENTICATED' })
        }
      }
    },
  },
  {
    id: 'gateway-wrong-token',
    verifies: ['GATEWAY-005', 'GATEWAY-108'],
    title: 'AUTH_FAILED, and the end after the third',
    needs: ['token'],
    async run(context) {
      const peer = await context.connect()
      for (let attempt = 1; attempt <= 3; attempt++) {
        const answer = await peer.ask({ type: 'authenticate', token: 'a-wrong-token' })
        expectMatch(`attempt ${attempt}`, answer, { type: 'error', code: 'AUTH_FAILED' })
        expectThat('the error does not repeat the token', !JSON.stringify(answer).includes('a-wrong-token'))
      }
      expectMatch('the end', await peer.closed, { code: 4401 })
    },
  },
  {
    id: 'gateway-too-many-wrong-tokens',
    verifies: ['GATEWAY-006'],
    title: 'the eleventh wrong token of an address has to wait, the right one has not',
    needs: ['own', 'token'],
    async run(context) {
      const { url, token } = await context.startGateway({})
      const target = { url, token, has: context.target.has }
      for (const attempts of [3, 3, 3, 1]) {
        const peer = await context.connect({}, target)
        for (let attempt = 0; attempt < attempts; attempt++) {
          const answer = await peer.ask({ type: 'authenticate', token: 'wrong' })
          expectMatch('one of the first ten', answer, { code: 'AUTH_FAILED' })
        }
      }
      const peer = await context.connect({}, target)
      const late = await peer.ask({ type: 'authenticate', token: 'wrong' })
      expectMatch('the eleventh', late, { code: 'AUTH_RATE_LIMITED', retryAfterMs: is.atLeast(1) })
      expectMatch('the right one', await peer.signIn(target), { type: 'authenticated' })
    },
  },
  {
    id: 'gateway-bearer',
    verifies: ['GATEWAY-007'],
    title: 'a bearer token with the upgrade',
    needs: ['token'],
    async run(context) {
      const peer = await context.connect({ headers: bearer(context.target) })
      await peer.frame({ type: 'authenticated', identity: { tenantId: is.text }, ref: is.absent })
    },
  },
  {
    id: 'gateway-wrong-bearer',
    verifies: ['GATEWAY-008'],
    title: 'a wrong bearer token with the upgrade',
    needs: ['token'],
    async run(context) {
      const headers = { authorization: 'Bearer wrong' }
      expectMatch('the answer', await Peer.refusal(context.target, context.signal, { headers }), 401)
    },
  },
  {
    id: 'gateway-versions',
    verifies: ['GATEWAY-009'],
    title: 'the highest common version, 1 without any',
    needs: ['token'],
    async run(context) {
      expectMatch('none given', await versionOf(context, {}), 1)
      expectMatch('1', await versionOf(context, { protocolVersions: [1] }), 1)
      expectMatch('2 and 1', await versionOf(context, { protocolVersions: [2, 1] }), 2)
      expectMatch('2 and 9', await versionOf(context, { protocolVersions: [9, 2] }), 2)
    },
  },
  {
    id: 'gateway-no-common-version',
    verifies: ['GATEWAY-010'],
    title: 'versions nobody speaks',
    needs: ['token'],
    async run(context) {
      const peer = await context.connect()
      const answer = await peer.signIn(context.target, { protocolVersions: [7, 8] })
      expectMatch('the answer', answer, { type: 'error', code: 'ProtocolVersionMismatch' })
      expectMatch('the end', await peer.closed, { code: 4401 })
    },
  },
  {
    id: 'gateway-dev',
    verifies: ['GATEWAY-011', 'GATEWAY-001'],
    title: 'with --dev everyone is the developer, unasked',
    needs: ['dev'],
    async run(context) {
      const peer = await context.connect()
      const identity = { userId: 'dev-user-001', email: 'developer@example.com', tenantId: 'dev' }
      await peer.frame({ type: 'authenticated', identity })
      expectMatch('the greeting', peer.frames.slice(0, 3), [
        { type: 'welcome', requiresAuth: false },
        { type: 'connected' },
        { type: 'authenticated' },
      ])
    },
  },
  ...REFUSED.map(
    ([id, requirement, options, status]): ConformanceCase => ({
      id: `gateway-${id}`,
      verifies: [requirement],
      title: `an upgrade that is refused with ${status}`,
      needs: ['token'],
      async run(context) {
        expectMatch('the answer', await Peer.refusal(context.target, context.signal, options), status)
      },
    }),
  ),
  {
    id: 'gateway-heartbeat',
    verifies: ['GATEWAY-014'],
    title: 'a heartbeat within 31 s, joined or not',
    needs: ['open', 'slow'],
    shows: ['heartbeat'],
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'x' })
      const [joined, idle] = [await context.client(), await context.client()]
      await joined.join({ sessionId: name })
      const begun = performance.now()
      await Promise.all([joined, idle].map((peer) => peer.frame({ type: 'heartbeat', ts: is.number })))
      expectThat('it comes within 31 s', performance.now() - begun < HEARTBEAT_LATEST_MS)
    },
  },
  {
    id: 'gateway-shutdown',
    verifies: ['GATEWAY-015'],
    title: 'a gateway that stops says so to everyone',
    needs: ['own', 'token'],
    async run(context) {
      const { url, token, stop } = await context.startGateway({})
      const target = { url, token, has: context.target.has }
      const peers = [
        await context.client(target),
        await context.client(target),
        await context.connect({}, target),
      ]
      const code = held(stop())
      for (const peer of peers) {
        expectMatch('the end', await peer.closed, { code: 1012 })
        expectMatch('the last frame', peer.frames.at(-1), {
          type: 'server_shutdown',
          reason: is.text,
          ts: is.number,
        })
      }
      expectMatch('the exit code', await code, 0)
    },
  },
]
