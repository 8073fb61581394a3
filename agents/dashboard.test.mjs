import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, newVisitor, pair } from '../packages/web/browser/launch-browser.mjs'
import { pull } from '../packages/web/browser/visit-needs.mjs'
import { Claude } from './harness/claude.mjs'
import { Codex, escalated } from './harness/codex.mjs'
import { World } from './harness/world.mjs'
import { play } from './models/script.mjs'

/** @type {World} */
let world
/** @type {Claude} */
let claude
/** @type {Codex} */
let codex
/** @type {import('playwright-core').Browser} */
let browser
/** @type {import('playwright-core').Page} */
let page
beforeAll(async () => {
  ;[world, browser] = await Promise.all([World.start(), launchBrowser()])
  claude = new Claude(world)
  codex = new Codex(world)
  await world.setup('claude')
  await world.setup('codex')
  const visitor = await newVisitor(browser)
  page = visitor.page
  const { link } = await world.ask('/api/pairing', { method: 'POST', body: '{}' })
  await pair(visitor, `${world.gateway.origin}${link}`)
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  console.log(world.told())
  console.log(await page.innerText('body'))
})
afterAll(() => Promise.all([browser?.close(), world?.close()]))

/** What stands on the page while somebody is asked for this. @param {string} command */
const card = (command) => page.getByRole('article', { name: command })

describe('a permission in a terminal', () => {
  it('of Claude Code is approved from the page', async () => {
    const pane = await claude.open()
    const command = 'touch from-claude'
    const step = { call: [{ tool: 'Bash', args: { command, description: 'Make a file' } }] }
    await pane.enter(play(step, { say: 'all well' }))
    await pull(card(command).getByRole('button', { name: 'Approve' }))
    await pane.until(/^● all well/m)
    expect(existsSync(join(world.work, 'from-claude'))).toBe(true)
  })

  it('of Codex is approved from the page, and the next is denied', async () => {
    const pane = await codex.open('--no-daemon')
    const [allowed, denied] = ['touch from-codex', 'touch never']
    await pane.enter(play({ call: [escalated(allowed)] }, { call: [escalated(denied)] }, { say: 'all well' }))
    await pull(card(allowed).getByRole('button', { name: 'Approve' }))
    await pull(card(denied).getByRole('button', { name: /^Deny…/ }))
    await page.getByLabel('Why not?').fill('not today')
    await page.keyboard.press('Enter')
    await pane.until(/not today/)
    await pane.until(/all well/)
    expect(existsSync(join(world.work, 'from-codex'))).toBe(true)
    expect(existsSync(join(world.work, 'never'))).toBe(false)
  })
})
