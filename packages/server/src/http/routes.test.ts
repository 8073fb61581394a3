import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { CLOSE_CODES, ROUTES } from '@signalbox/protocol/documents'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { expect, it } from 'vitest'
import { CLOSE } from '../doors/ws/connection.js'
import { testGateway } from '../testing.js'
import { PLACES } from './static.js'

interface Door {
  name: string
  open: boolean
  stream: boolean
}

/** The pages of the dashboard and their files are no part of the table. */
const STATIC = /^(\/assets\/\*|\/[\w-]+\.(svg|ico|txt|png|webmanifest))$/
const isStatic = (url: string) => PLACES.includes(url) || STATIC.test(url)

type Route = Pick<RouteOptions, 'method' | 'url' | 'config'>

/**
 * What the gateway registers. fastify announces every instance it makes, so the gateway need not show its own.
 */
async function registeredDoors(): Promise<Door[]> {
  const routes: Route[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void routes.push(route))
  }
  subscribe('fastify.initialization', listen)
  await testGateway()
  unsubscribe('fastify.initialization', listen)
  return routes
    .flatMap(({ method, url, config }) => [method].flat().map((one) => ({ method: one, url, config })))
    .filter(({ method, url }) => method !== 'HEAD' && !(method === 'GET' && isStatic(url)))
    .map(({ method, url, config }) => ({
      name: `${method} ${url.replace(/:(\w+)/g, '{$1}')}`,
      open: config?.open ?? false,
      stream: config?.stream ?? false,
    }))
}

it('registers every route of the table and no other; open, and streaming, where the table says so', async () => {
  const table = ROUTES.map(({ method, path, access, stream }) => ({
    name: `${method} ${path}`,
    open: access === 'open',
    stream: stream ?? false,
  }))
  const byName = (a: Door, b: Door) => (a.name < b.name ? -1 : 1)
  expect((await registeredDoors()).sort(byName)).toEqual(table.sort(byName))
})

it('closes connections with the codes that are documented', () => {
  const frameTooLarge = 1009
  expect([...Object.values(CLOSE), frameTooLarge].sort()).toEqual(Object.keys(CLOSE_CODES).map(Number).sort())
})
