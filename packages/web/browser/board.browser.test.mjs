import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, newVisitor, pair } from './launch-browser.mjs'
import { startGateway } from './start-gateway.mjs'

const SESSION = 'Codex 1'
const THREAD = { 'thread-id': '0199a213-81c0-7800-8aa1-bbab2a035a53' }
const TURN = { ...THREAD, 'turn-id': 'turn-42', cwd: '/home/ada/code/shop' }

let browser
let gateway
let visitor
let page

beforeAll(async () => {
  ;[browser, gateway] = await Promise.all([launchBrowser(), startGateway()])
  visitor = await newVisitor(browser)
  page = visitor.page
  await pair(visitor, gateway.pairingLink)
})
afterAll(() => Promise.all([browser?.close(), gateway?.stop()]))

const row = () => page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: SESSION })
const events = () => page.getByRole('region', { name: 'Events' })

it('shows a session the moment its first event is posted', async () => {
  await page.getByRole('heading', { name: 'The line is clear' }).waitFor()
  await gateway.notify(SESSION, { type: 'session-start', ...THREAD, cwd: '/home/ada/code/shop' })
  await row().waitFor()
})

it('opens a session by keyboard, with its events and their JSON', async () => {
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: SESSION }).waitFor()
  expect(page.url()).toContain('?session=')
  const line = events().getByRole('button', { name: /session-start/ })
  await line.click()
  await events().getByText('"type": "notify_event"').waitFor()
  await line.click()
  await page.mouse.move(0, 0)
})

it('adds events as they come', async () => {
  await gateway.notify(SESSION, { type: 'plan-L1-wip', heading: 'Route session events' })
  await events().getByText('plan-L1-wip: Route session events').waitFor()
})

it('lights the lamp when the agent needs a person, in list, header and tab', async () => {
  await gateway.notify(SESSION, { type: 'user-prompt-submit', ...TURN, prompt: 'Release 2.4.1' })
  await row().getByText('Working').waitFor()
  await gateway.notify(SESSION, {
    type: 'approval-requested',
    ...TURN,
    'approval-type': 'exec',
    description: 'npm publish --access public',
  })
  await row().getByText('Needs you').waitFor()
  await row().getByText('npm publish --access public').waitFor()
  await page.getByText('1 needs you').waitFor()
  await page.waitForFunction(() => document.title === '(1) Signalbox')
})

it('shows hostile text as text', async () => {
  const text =
    '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>\u001b]0;owned\u0007\u202egnp.exe'
  await gateway.notify(SESSION, { type: 'note', message: text })
  await events()
    .getByText('note: <img src=x onerror="window.hurt=1"><script>window.hurt=1</script>gnp.exe')
    .waitFor()
  expect(await page.evaluate(() => window.hurt)).toBeUndefined()
  expect(await events().locator('img, script').count()).toBe(0)
  expect(visitor.complaints).toEqual([])
})

it('lets new events wait while the pointer is on the list', async () => {
  await events().getByRole('button').first().hover()
  await gateway.notify(SESSION, { type: 'note', message: 'while you read' })
  await events().getByRole('button', { name: '1 new' }).click()
  await events().getByText('note: while you read').waitFor()
  await page.mouse.move(0, 0)
})

it('says that the gateway is gone, comes back by itself and catches up in place', async () => {
  await gateway.kill()
  await page.getByText('Reconnecting').waitFor()
  await gateway.restart()
  await gateway.notify(SESSION, { type: 'note', message: 'sent while nobody looked' })
  await page.getByText('Live', { exact: true }).waitFor()
  await events().getByText('note: sent while nobody looked').waitFor()
  await events().getByText('plan-L1-wip: Route session events').waitFor()
  expect(await events().getByText('note: while you read').count()).toBe(1)
})

it('opens at the link of a session, and closes with the back button', async () => {
  await page.goto(page.url())
  await row().getByText('npm publish --access public').waitFor()
  await events().getByText('note: while you read').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Open a session').waitFor()
  await page.goBack()
  await events().getByText('note: while you read').waitFor()
})

it('shows who waits for the next prompt, though its turn is over', async () => {
  const hook = (name, more) =>
    gateway.hook('claude', { session_id: 'c1', prompt_id: 'p1', hook_event_name: name, ...more })
  const claude = () => page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'Fix it' })
  await hook('UserPromptSubmit', { prompt: '<system-reminder>for the model</system-reminder>\nFix it' })
  await hook('Stop', { last_assistant_message: 'Done.' })
  await claude().getByText('Idle').waitFor()
  const message = 'Claude is waiting for your input'
  await hook('Notification', { message, notification_type: 'idle_prompt' })
  await claude().getByText('Needs you').waitFor()
  await page.getByText('2 need you').waitFor()
  await page.reload()
  await claude().getByText(message).waitFor()
  await claude().click()
  await events().getByText(`${message} (idle_prompt)`).waitFor()
  await hook('UserPromptSubmit', { prompt_id: 'p2', prompt: 'And the tests' })
  await claude().getByText('Working').waitFor()
  await page.getByText('1 needs you').waitFor()
})

it('is one column on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await events().waitFor()
  expect(await row().isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Sessions' }).click()
  await row().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
