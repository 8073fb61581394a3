import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ACTIVITIES, DELIVERY_STATUSES, TRIGGER_ALIASES } from '@signalbox/protocol/flow'
import { readFlowText } from '@signalbox/server/flow-file'
import { describe, expect, it } from 'vitest'
import { blocksOf, differenceOf, runInOneShell } from './docs/blocks.mjs'
import { startGateway } from './docs/gateway.mjs'
import { need } from './docs/need.mjs'

const page = readFileSync(resolve(import.meta.dirname, '../docs/flows.md'), 'utf8')
const blocks = blocksOf(page)

/** The first cells of the table of a section. */
function namesOf(title) {
  const section = page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `(.+?)` \|/gm)].map(([, name]) => name)
}
const said = (name) => page.includes(`\`${name}\``) || page.includes(`\`${name}?\``)

describe('docs/flows.md', () => {
  it('names every activity with its fields, every status, every other name of a type, and every route', () => {
    expect(namesOf('Activities')).toEqual(Object.keys(ACTIVITIES))
    expect(namesOf('Deliveries')).toEqual([...DELIVERY_STATUSES])
    const fields = Object.values(ACTIVITIES).flatMap((activity) => activity.fields.map(({ key }) => key))
    const names = [...fields, ...Object.keys(TRIGGER_ALIASES), ...Object.values(TRIGGER_ALIASES)]
    expect(names.filter((name) => !said(name))).toEqual([])
    const { paths } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../docs/openapi.json'), 'utf8'))
    const routes = Object.entries(paths).flatMap(([path, methods]) =>
      path.startsWith('/api/flow/')
        ? Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
        : [],
    )
    expect(routes.length).toBeGreaterThan(10)
    expect(routes.filter((route) => !page.includes(route))).toEqual([])
  })

  it('gets from a gateway what it says, line for line', async ({ onTestFinished }) => {
    need('curl')
    const receiver = await freePort()
    const { port, env } = await startGateway(onTestFinished, {
      SIGNALBOX_WEBHOOK_ALLOW: `127.0.0.1:${receiver}`,
    })
    const cwd = mkdtempSync(join(tmpdir(), 'signalbox-flows-docs-'))
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
    const here = (script) =>
      script.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`).replaceAll('9000', receiver)
    let complaints = ''
    const complain = (text) => {
      complaints = text
    }
    const printed = await runInOneShell(
      blocks.map(({ script }) => here(script)),
      { cwd, env, timeout: 240_000, complain },
    )
    // A reader would wonder.
    expect(complaints).not.toMatch(/No such file|not found|rror/)
    const faults = blocks.flatMap(({ script, promises }, index) => {
      const fault = differenceOf(printed[index] ?? '', promises.map(here))
      return fault === undefined ? [] : [`${script}${fault}`]
    })
    expect(faults.join('\n\n')).toBe('')
  }, 270_000)
})

it('every flow of the examples can be used as it is', () => {
  const folder = resolve(import.meta.dirname, '../examples/flows')
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(texts.length).toBeGreaterThan(2)
  expect(texts.flatMap((text) => readFlowText(text).error ?? [])).toEqual([])
})

/** One that nobody listens on. */
async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return String(port)
}
