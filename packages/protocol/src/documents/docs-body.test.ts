import { expect, it } from 'vitest'
import { ROUTES } from '../http/routes.js'
import { MESSAGES } from '../registry/messages.js'
import { type EventType, nameOf, REGISTRY } from '../registry/registry.js'
import { docsBody } from './docs-body.js'

const body = docsBody()
const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)

it('has an anchor for every event under both names, every message and every route', () => {
  for (const type of Object.keys(REGISTRY) as EventType[]) {
    expect(ids).toContain(`event-${type}`)
    expect(ids).toContain(`event-${nameOf(type, 'dot')}`)
  }
  for (const type of Object.keys(MESSAGES)) expect(ids).toContain(`message-${type}`)
  for (const { operation } of ROUTES) expect(ids).toContain(`route-${operation}`)
})

it('gives no anchor twice, and links only to what is there', () => {
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  const links = [...body.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href)
  expect(links.filter((href) => href.startsWith('#') && !ids.includes(href.slice(1)))).toEqual([])
  const elsewhere = new Set(links.filter((href) => !href.startsWith('#')))
  expect([...elsewhere]).toEqual(['/', '/openapi.json', '/asyncapi.json', '/openrpc.json'])
})

it('has nothing the content security policy would refuse', () => {
  expect(body).not.toMatch(/<script|<style|<img| style=| on\w+=/)
})
