import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessFindings } from './check-access.mjs'
import { visit } from './visit.mjs'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 900 }

let visited
let page
let gateway
beforeAll(async () => {
  visited = await visit({ viewport: DESK, reducedMotion: 'reduce' })
  page = visited.page
  gateway = visited.gateway
})
afterAll(() => visited?.leave())
afterEach(() => {
  expect(visited.visitor.complaints).toEqual([])
})

const open = async (path) => {
  await page.goto(`${gateway.url}${path}`)
  await page.getByText('Live', { exact: true }).waitFor()
}
/** Whether all of it is on the screen, and nothing lies on it. */
const inSight = (locator) =>
  locator.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return top >= 0 && bottom <= innerHeight && (element === on || element.contains(on))
  })
const button = (name, exact = true) => page.getByRole('button', { name, exact })
const triggers = () => page.getByRole('list', { name: 'Triggers' })
const row = (name) => triggers().getByRole('listitem').filter({ hasText: name })
const deliveries = () => page.getByRole('list', { name: 'Deliveries' })
const tried = () => page.getByRole('region', { name: 'What it would do' })
const toasts = () => page.getByRole('region', { name: 'Notices of flows' })
const toast = (text) => toasts().getByRole('listitem').filter({ hasText: text })
const dismiss = () => toasts().getByRole('button', { name: 'Dismiss', exact: true }).first().click()
const flow = (id, body) => gateway.ask('PUT', `/api/flow/triggers/${encodeURIComponent(id)}`, body)
const activity = (activity_id, config) => ({ activity_id, config })
const toasting = (level, message_template) => activity('toast_notification', { level, message_template })

describe('a gateway without flows', () => {
  it('says what they are for, and is reached by two keys', async () => {
    await open('/')
    await page.keyboard.press('g')
    await page.keyboard.press('f')
    await page.getByRole('heading', { name: 'Nothing is set off yet' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/flows')
    expect(await accessFindings(page)).toEqual([])
  })

  it('has one with a click, which tells when an agent makes a plan', async () => {
    await button('Tell me when an agent makes a plan').click()
    await page.getByRole('heading', { name: 'Tell me when an agent makes a plan' }).waitFor()
    const { id } = await visited.client.createSession({ agentType: 'demo', name: 'Planner' })
    await visited.client.runTurn(id, 'demo:plan')
    await toast('New plan: Move login to tokens (demo)').waitFor()
    await deliveries().getByText('Done').waitFor()
    await toast('New plan').getByRole('link', { name: 'Planner' }).click()
    await page.waitForURL(`${gateway.url}/sessions/${id}`)
    expect(await toast('New plan').count()).toBe(0)
  })

  it('lists it in a sentence, with what became of it', async () => {
    await open('/flows')
    await row('Tell me when an agent makes a plan').getByText('When plan_created: show a toast').waitFor()
    await row('Tell me when an agent makes a plan').getByText('Done').waitFor()
  })
})

describe('the form of a trigger', () => {
  it('makes one, tried as it is typed, with what is wrong at its field', async () => {
    await open('/flows')
    await page.getByRole('link', { name: 'New trigger' }).click()
    await page.getByLabel('Name', { exact: true }).fill('New plan created')
    await page.getByLabel('Event', { exact: true }).selectOption('notify_new_plan')
    await page.getByText('A notify client reported a new plan.').first().waitFor()
    await page.getByLabel('Session (optional)').fill('Codex 1')
    await button('Show a toast').click()
    await page.getByLabel('Message', { exact: true }).fill('Plan: ')
    await page.getByLabel('Insert a field into Message').selectOption('summary')
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Plan: {{summary}}')
    await tried().getByText('Show a toast, Level: It is required').waitFor()
    await button('Make the trigger').click()
    const level = page.getByLabel('Level', { exact: true })
    await page.getByRole('alert').filter({ hasText: 'It is required' }).waitFor()
    expect(await level.getAttribute('aria-invalid')).toBe('true')
    await page.getByText('Not saved. Show a toast, Level: It is required').waitFor()
    expect(await accessFindings(page)).toEqual([])
    await level.selectOption('warning')
    await tried().getByText('Plan: Route session events').waitFor()
    await button('Make the trigger').click()
    await page.waitForURL(`${gateway.url}/flows/new-plan-created`)
    await page.getByText('It was not set off yet.').waitFor()
  })

  it('is tried on something that happened', async () => {
    await gateway.notify('Codex 1', { type: 'new-plan', summary: 'Split the cart' })
    await gateway.notify('Codex 2', { type: 'new-plan', summary: 'Of somebody else' })
    await toast('Plan: Split the cart').waitFor()
    await deliveries().getByText('Done').waitFor()
    await page.reload()
    // By itself: the newest that sets it off, not the newest of all.
    await tried().getByText('Plan: Split the cart').waitFor()
    const choice = page.getByLabel('Tried on')
    expect(await choice.locator('option:checked').textContent()).toMatch(
      /^\d\d:\d\d:\d\d Codex 1: new-plan · Split the cart$/,
    )
    await choice.selectOption('')
    await tried().getByText('Plan: Route session events').waitFor()
    await page.getByLabel('Session (optional)').fill('Codex 7')
    await tried().getByText('It would do nothing:').waitFor()
  })

  it('offers the declared agents, and takes others', async () => {
    await button('Start an agent').click()
    const agent = page.getByLabel('Agent', { exact: true })
    const offered = await agent.evaluate((input) =>
      [...(input.list?.options ?? [])].map(({ value }) => value),
    )
    expect(offered).toContain('demo')
    await agent.fill('somebody-else')
    await tried().getByText('It would do nothing:').waitFor()
    await page.getByLabel('Session (optional)').fill('Codex 1')
    await tried()
      .getByText(/somebody-else/)
      .first()
      .waitFor()
    await page.getByLabel('Session (optional)').fill('Codex 7')
  })

  it('asks before what was typed is lost', async () => {
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    expect(await accessFindings(page)).toEqual([])
    await button('Keep editing').click()
    expect(await page.getByLabel('Session (optional)').inputValue()).toBe('Codex 7')
    await page.goBack()
    await page.getByRole('dialog').waitFor()
    await button('Leave').click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).not.toBe('/flows/new-plan-created')
  })

  it('has an activity twice, moves and removes them', async () => {
    await open('/flows/new-plan-created')
    await button('Show a toast').click()
    await page.getByLabel('Level', { exact: true }).nth(1).selectOption('error')
    await page.getByLabel('Message', { exact: true }).nth(1).fill('Second {{notify.type}}')
    await button('Move Show a toast up').nth(1).click()
    expect(await page.getByLabel('Level', { exact: true }).first().inputValue()).toBe('error')
    await tried().getByText('Second new-plan').waitFor()
    await button('Add a condition').click()
    await page.getByLabel('Field', { exact: true }).fill('task_state')
    await page.getByLabel('Value of task_state').fill('done')
    await tried().getByText('It would do nothing:').waitFor()
    await button('Remove the condition task_state').click()
    await button('Save').click()
    await page.getByText('Saved.').waitFor()
    const { bindings_by_trigger_id: saved } = await gateway.ask('GET', '/api/flow/config')
    expect(saved['new-plan-created'].map(({ config }) => config.level)).toEqual(['error', 'warning'])
    await button('Remove Show a toast').first().click()
    await button('Save').click()
    await page.getByText('Saved.').waitFor()
  })

  it('does not write over what somebody else saved', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    const bindings = [toasting('info', 'Theirs')]
    await flow('new-plan-created', { label: 'Theirs', event_type: 'notify_new_plan', bindings })
    await page.setViewportSize(PHONE)
    await button('Save').click()
    const told = page.getByRole('alert').filter({ hasText: 'Somebody changed it meanwhile.' })
    await told.waitFor()
    expect(await inSight(told)).toBe(true)
    expect(await inSight(button('Save mine'))).toBe(true)
    expect(await told.evaluate((said) => said === document.activeElement)).toBe(true)
    expect(await accessFindings(page)).toEqual([])
    await page.setViewportSize(DESK)
    await button('Take theirs').click()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs')
  })

  it('leads to the field at fault after a refused save, on a phone too', async () => {
    await page.setViewportSize(PHONE)
    await page.getByLabel('Message', { exact: true }).fill('')
    await page.getByLabel('Name', { exact: true }).scrollIntoViewIfNeeded()
    await button('Save').click()
    const said = page.getByText('Not saved. Show a toast, Message: It is required')
    await said.waitFor()
    const message = page.getByLabel('Message', { exact: true })
    expect(await message.evaluate((field) => field === document.activeElement)).toBe(true)
    expect([await inSight(message), await inSight(said)]).toEqual([true, true])
    // The page scrolls within its frame, never as a whole.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    await page.setViewportSize(DESK)
    await message.fill('Theirs')
    expect(await said.count()).toBe(0)
  })

  it('deletes after asking', async () => {
    await button('Delete…').click()
    await page.getByRole('dialog', { name: 'Delete “Theirs”?' }).waitFor()
    await button('Delete').click()
    await page.waitForURL(`${gateway.url}/flows`)
    await row('Tell me when an agent makes a plan').waitFor()
    expect(await row('Theirs').count()).toBe(0)
  })
})

describe('what flows did', () => {
  it('is shown with why it failed, and done again by hand', async () => {
    await flow('hook', {
      label: 'Call home',
      event_type: 'notify_finish',
      bindings: [activity('post_webhook', { url: 'http://127.0.0.1:9/hook' })],
    })
    await gateway.notify('Codex 1', { type: 'finish' })
    await open('/flows/deliveries')
    const failed = deliveries().getByRole('listitem').filter({ hasText: 'Call home' })
    await failed.getByText('Failed').waitFor({ timeout: 30_000 })
    await failed.getByRole('button').first().click()
    await failed.getByRole('button', { name: 'Retry' }).waitFor()
    expect(await accessFindings(page)).toEqual([])
    const changed = async () => {
      const { deliveries: known } = await gateway.ask('GET', '/api/flow/deliveries?trigger=hook')
      return known[0].updated_at
    }
    const before = await changed()
    await failed.getByRole('button', { name: 'Retry' }).click()
    await failed.getByText('It was tried again.').waitFor()
    await expect.poll(changed, { timeout: 10_000 }).not.toBe(before)
  })

  it('is filtered in the address', async () => {
    await page.getByRole('navigation', { name: 'By status' }).getByRole('link', { name: 'Done' }).click()
    await page.waitForURL(`${gateway.url}/flows/deliveries?status=done`)
    await deliveries().getByText('Show a toast').first().waitFor()
    expect(await deliveries().getByText('Call home').count()).toBe(0)
    await open('/flows/deliveries?status=stopped')
    await page.getByText('No delivery is in this state.').waitFor()
  })
})

describe('a file that cannot be used', () => {
  it('is shown with its line and what is wrong, and the others stay', async () => {
    const folder = join(gateway.dataDir, 'flows')
    const file = join(folder, 'broken.yaml')
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, 'version: 1\nflows:\n  - id: x\n    event_type: nonsense\n')
    // The gateway waits a moment whether more is written; a page that is open looks again only now and then.
    const names = async () => (await gateway.ask('GET', '/api/flow/files')).files.map((one) => one.file)
    await expect.poll(names).toContain('broken.yaml')
    await open('/flows')
    const bad = page.getByRole('region', { name: 'A file needs mending' })
    await bad.getByText(/broken\.yaml, line 4/).waitFor()
    await bad.getByText('is not an event type').waitFor()
    await row('Tell me when an agent makes a plan').waitFor()
    expect(await accessFindings(page)).toEqual([])
    rmSync(file)
    await bad.waitFor({ state: 'detached', timeout: 15_000 })
  })
})

describe('toasts', () => {
  beforeAll(async () => {
    const each = { info: 'notify_event', warning: 'notify_progress', error: 'notify_new_plan' }
    for (const [level, event_type] of Object.entries(each))
      await flow(`says-${level}`, { event_type, bindings: [toasting(level, '{{message}}')] })
    await open('/')
  })

  it('leave by themselves, unless somebody reads them', async () => {
    await gateway.notify('Codex 1', { type: 'anything', message: 'Just so you know' })
    await toast('Just so you know').waitFor()
    await toast('Just so you know').waitFor({ state: 'detached', timeout: 8_000 })
    await gateway.notify('Codex 1', { type: 'anything', message: 'Read me' })
    await toast('Read me').hover()
    await gateway.notify('Codex 1', { type: 'new-plan', message: 'It broke' })
    await toast('It broke').waitFor()
    // Longer than a note stays by itself.
    await expect(toast('Read me').waitFor({ state: 'detached', timeout: 6_000 })).rejects.toThrow()
    await page.mouse.move(0, 0)
    await toast('Read me').waitFor({ state: 'detached', timeout: 8_000 })
    expect(await toast('It broke').count()).toBe(1)
    expect(await accessFindings(page)).toEqual([])
    await dismiss()
  })

  it('are three at most, and the others counted', async () => {
    for (const number of [1, 2, 3, 4, 5])
      await gateway.notify('Codex 1', { type: 'new-plan', message: `Trouble ${number}` })
    await toast('Trouble 5').waitFor()
    await button('2 more').click()
    await toast('Trouble 1').waitFor()
    await page.setViewportSize(PHONE)
    expect(await accessFindings(page)).toEqual([])
    await page.setViewportSize(DESK)
    await button('Dismiss all').click()
    expect(await toasts().getByRole('listitem').count()).toBe(0)
  })

  it('are not shown for what was before the page, and show hostile text as text', async () => {
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    await gateway.notify('Codex 1', {
      type: 'new-plan',
      message: '<img src=x onerror="window.hurt=1">\u001b[31mred',
    })
    await toast('<img src=x').waitFor()
    expect(await toasts().getByRole('listitem').count()).toBe(1)
    expect(await toasts().locator('img').count()).toBe(0)
    expect(await page.evaluate(() => window.hurt)).toBeUndefined()
  })
})
