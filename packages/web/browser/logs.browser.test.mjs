import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessFindings } from './check-access.mjs'
import { visit } from './visit.mjs'

let visited
let page
let gateway
beforeAll(async () => {
  visited = await visit({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  page = visited.page
  gateway = visited.gateway
  await gateway.notify('Codex 1', { type: 'new-plan', summary: 'Route session events' })
  await gateway.notify('Codex 2', { type: 'finish', summary: 'All done' })
})
afterAll(() => visited?.leave())
afterEach(() => {
  expect(visited.visitor.complaints).toEqual([])
})

const list = () => page.getByRole('region', { name: 'Log records' })
const line = (text) => list().getByRole('listitem').filter({ hasText: text })
const away = () => page.mouse.move(640, 60)
const status = (text) => page.getByRole('status').filter({ hasText: text })

it('shows what was, and what comes, newest first', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await line('Route session events').waitFor()
  expect(new URL(page.url()).pathname).toBe('/logs')
  await gateway.notify('Codex 1', { type: 'progress', plan_file: 'plan.org' })
  await line('plan.org').waitFor()
  const texts = await list().getByRole('listitem').allTextContents()
  const at = (text) => texts.findIndex((one) => one.includes(text))
  expect(at('plan.org')).toBeLessThan(at('All done'))
  expect(at('All done')).toBeLessThan(at('Route session events'))
  await status('Following').waitFor()
  expect(await accessFindings(page)).toEqual([])
})

it('opens a record to all it says, and to its session', async () => {
  await line('Route session events').getByRole('button').click()
  await line('notify.dispatch').getByText('queued').waitFor()
  await line('notify.dispatch').getByRole('link', { name: 'Open the session' }).waitFor()
  expect(await accessFindings(page)).toEqual([])
  await line('notify.dispatch').getByRole('button').first().click()
})

it('lets what is new wait while somebody reads', async () => {
  await line('All done').hover()
  await gateway.notify('Codex 3', { type: 'anything', message: 'Came while reading' })
  await page.getByRole('button', { name: '1 new' }).waitFor()
  expect(await line('Came while reading').count()).toBe(0)
  await page.getByRole('button', { name: '1 new' }).click()
  await line('Came while reading').waitFor()
  await away()
})

it('is filtered in the address', async () => {
  await page.getByLabel('Session', { exact: true }).selectOption('Codex 2')
  await page.waitForURL(/session=Codex\+2/)
  await line('All done').waitFor()
  expect(await line('Codex 1').count()).toBe(0)
  await page.goto(`${gateway.url}/logs?type=notify_new_plan`)
  await line('Route session events').waitFor()
  expect(await line('All done').count()).toBe(0)
  await page.goto(`${gateway.url}/logs`)
  await line('All done').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('codex done')
  await page.waitForURL(/q=codex\+done/)
  await line('All done').waitFor()
  expect(await list().getByRole('listitem').count()).toBe(1)
})

it('has all of its filters in sight on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const ends = await page
    .getByRole('search')
    .locator('a, select, input')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(ends.length).toBeGreaterThan(7)
  expect(Math.max(...ends)).toBeLessThanOrEqual(390)
  expect(await accessFindings(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
})

it('says when no record is like that, and clears the filter', async () => {
  await page.goto(`${gateway.url}/logs?type=nothing_of_the_kind`)
  await page.getByRole('heading', { name: 'No record is like that' }).waitFor()
  expect(await accessFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Clear the filter' }).click()
  await line('All done').waitFor()
})

it('says when the gateway refuses', async () => {
  await page.goto(`${gateway.url}/logs?session=nobody+is+called+so`)
  await page.getByRole('heading', { name: 'The gateway did not give the logs' }).waitFor()
  await page.getByRole('link', { name: 'Show all of the last hour' }).click()
  await line('All done').waitFor()
  await away()
})

it('goes on by itself when the gateway comes back, with nothing twice', async () => {
  await gateway.kill()
  await status('Reconnecting').first().waitFor()
  await gateway.restart()
  await gateway.notify('Codex 1', { type: 'anything', message: 'After the restart' })
  await line('After the restart').waitFor()
  expect(await line('All done').count()).toBe(1)
})

it('shows hostile text as text', async () => {
  await gateway.notify('Codex 1', {
    type: 'anything',
    message: '<img src=x onerror="window.hurt=1">\u202eevil',
  })
  await line('<img src=x').waitFor()
  await line('<img src=x').getByRole('button').click()
  expect(await list().locator('img').count()).toBe(0)
  expect(await page.evaluate(() => window.hurt)).toBeUndefined()
})
