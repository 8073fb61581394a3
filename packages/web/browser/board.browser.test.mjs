import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessFindings } from './check-access.mjs'
import { launchBrowser, newVisitor, pair } from './launch-browser.mjs'
import { startGateway } from './start-gateway.mjs'

const SHOP = '/home/ada/code/shop'
const TOUR_MS = 60_000

let browser
let gateway
let visitor
let page

beforeAll(async () => {
  ;[browser, gateway] = await Promise.all([launchBrowser(), startGateway()])
  visitor = await newVisitor(browser, { viewport: { width: 1280, height: 800 } })
  page = visitor.page
  await pair(visitor, gateway.pairingLink)
})
afterAll(() => Promise.all([browser?.close(), gateway?.stop()]))

const list = () => page.getByRole('region', { name: 'Sessions' })
const row = (name) => list().getByRole('listitem').filter({ hasText: name })
const names = () => list().locator('.name').allTextContents()
const menuOf = (name) => page.getByRole('button', { name: `What to do with ${name}`, exact: true })
const search = () => page.getByRole('searchbox', { name: 'Search sessions' })
const open = (path) => page.goto(`${gateway.url}${path}`)
const away = () => page.mouse.move(0, 0)

/** Something an agent in a terminal tells by its hooks. */
const hook = (id, name, more = {}) =>
  gateway.hook('claude', { session_id: id, hook_event_name: name, cwd: SHOP, prompt_id: id, ...more })
const edit = { tool_name: 'Edit', tool_input: { file_path: `${SHOP}/src/cart.ts` }, tool_use_id: 't1' }
const publish = { tool_name: 'Bash', tool_input: { command: 'npm publish' } }

async function pick(name, action) {
  await menuOf(name).click()
  await page.getByRole('menuitem', { name: action }).click()
}

describe('an empty gateway', () => {
  it('greets on both pages, and leads to the agents that can be connected', async () => {
    for (const path of ['/', '/sessions']) {
      await open(path)
      await page.getByRole('heading', { name: 'The line is clear' }).waitFor()
      expect(await accessFindings(page)).toEqual([])
    }
    await page.getByRole('link', { name: 'Connect an agent' }).click()
    await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    expect(page.url()).toBe(`${gateway.url}/connect`)
  })

  it('says what to type for each agent, and what the doctor finds', async () => {
    const { checks, options } = await gateway.ask('GET', '/api/doctor')
    for (const agent of ['claude', 'codex', 'gemini', 'opencode'])
      await page.getByText(`npx signalbox setup ${agent} ${options}`).waitFor()
    expect(checks.map(({ name }) => name)).toContain('hook client')
    for (const { name, says } of checks.filter(({ name }) => name !== 'claude'))
      await page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: says }).first().waitFor()
    expect(await accessFindings(page)).toEqual([])
  })

  it(
    'plays the demo with one click: it asks, is allowed to, and comes to its end',
    async () => {
      await open('/')
      await page.getByRole('button', { name: 'Run the demo' }).click()
      await page.waitForURL(/\/sessions\/[0-9a-f-]{36}$/)
      await page.getByRole('link', { name: /^Needs you/ }).click()
      await page
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click({ timeout: TOUR_MS / 2 })
      await page.getByRole('link', { name: 'Sessions', exact: true }).click()
      await row('A tour with the demo agent')
        .getByText('Idle')
        .waitFor({ timeout: TOUR_MS / 2 })
      await row('A tour with the demo agent').getByText('$0.03').waitFor()
      const { sessions } = await gateway.ask('GET', '/api/sessions')
      const { events } = await gateway.ask('GET', `/api/sessions/${sessions[0].id}/events?limit=1000`)
      const types = new Set(events.map(({ type }) => type))
      for (const type of ['plan_created', 'approval_resolved', 'terminal_complete', 'turn_complete'])
        expect(types).toContain(type)
    },
    TOUR_MS,
  )
})

describe('the board', () => {
  it('shows a session the moment it is heard of, what it does, and when it needs a person', async () => {
    await hook('c1', 'UserPromptSubmit', { prompt: 'Repair the cart' })
    await row('c1').getByText('Working').waitFor()
    await hook('c1', 'PreToolUse', edit)
    await row('c1').getByText('Editing cart.ts').waitFor()
    await row('c1').getByText('~/code/shop').waitFor()
    await row('c1').getByText('Claude Code').waitFor()
    // Held until somebody answers; nobody waits for that here.
    hook('c1', 'PermissionRequest', publish).catch(() => {})
    await row('c1').getByText('Needs you').waitFor()
    await row('c1').getByText('npm publish').waitFor()
    await page.waitForFunction(() => document.title === '(1) Signalbox')
    expect(await names()).toEqual(['c1', 'A tour with the demo agent'])
    expect(await accessFindings(page)).toEqual([])
  })

  it('says who has left', async () => {
    await hook('c2', 'UserPromptSubmit', { prompt: 'Look around' })
    await row('c2').getByText('Working').waitFor()
    await hook('c2', 'SessionEnd', { reason: 'other' })
    await row('Look around').getByText('Inactive').waitFor()
  })

  it('lets new rows wait while the pointer is on it, and nothing moves', async () => {
    await list().getByRole('listitem').first().hover()
    const before = await names()
    await hook('c3', 'UserPromptSubmit', { prompt: 'Something new' })
    const news = page.getByRole('button', { name: '1 new' })
    await news.waitFor()
    expect(await names()).toEqual(before)
    await news.click()
    await row('c3').waitFor()
    await away()
  })

  it('shows hostile text as text', async () => {
    const name = '<img src=x onerror="window.hurt=1">\u001b]0;owned\u0007\u202egnp.exe'
    await gateway.notify(name, { type: 'session-start', cwd: '/tmp/<b>bold</b>' })
    await row('<img src=x onerror="window.hurt=1">gnp.exe').waitFor()
    expect(await page.evaluate(() => window.hurt)).toBeUndefined()
    expect(await list().locator('img, b').count()).toBe(0)
    expect(visitor.complaints).toEqual([])
  })

  it('says that the gateway is gone, comes back by itself and catches up', async () => {
    await gateway.kill()
    await page.getByText('Reconnecting').waitFor()
    await gateway.restart()
    await gateway.notify('Sent while nobody looked', { type: 'session-start' })
    await page.getByText('Live', { exact: true }).waitFor()
    await row('Sent while nobody looked').waitFor()
  })
})

describe('filters', () => {
  it('by state are in the address, and survive a reload', async () => {
    await open('/sessions')
    const state = (name) => page.getByRole('group', { name: 'By state' }).getByRole('link', { name })
    await state(/^Inactive 2$/).click()
    expect(page.url()).toBe(`${gateway.url}/sessions?state=off`)
    const inactive = ['A tour with the demo agent', 'Look around']
    expect((await names()).sort()).toEqual(inactive)
    await page.reload()
    await row('Look around').waitFor()
    expect((await names()).sort()).toEqual(inactive)
    await state(/^Inactive 2$/).click()
    expect(page.url()).toBe(`${gateway.url}/sessions`)
    await page.goBack()
    expect((await names()).sort()).toEqual(inactive)
    await state(/^All/).click()
    await row('c3').waitFor()
  })

  it('by agent and origin are, too', async () => {
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('Demo agent')
    await page.getByRole('combobox', { name: 'Where it runs' }).selectOption('Run by Signalbox')
    expect(page.url()).toBe(`${gateway.url}/sessions?agent=demo&origin=driven`)
    expect(await names()).toEqual(['A tour with the demo agent'])
  })

  it('by words: / goes there, and the address follows', async () => {
    await open('/sessions')
    await row('c1').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('cart shop')
    await page.waitForURL(`${gateway.url}/sessions?q=cart+shop`)
    await open('/sessions?q=TOUR')
    await row('A tour with the demo agent').waitFor()
    expect(await search().inputValue()).toBe('TOUR')
    expect(await names()).toHaveLength(1)
  })

  it('that leave nothing say so, and are cleared', async () => {
    await search().fill('no such thing')
    await page.getByRole('heading', { name: 'No session is like that' }).waitFor()
    await page.getByRole('link', { name: 'Clear the filter' }).click()
    await row('c1').waitFor()
    expect(page.url()).toBe(`${gateway.url}/sessions`)
    expect(await search().inputValue()).toBe('')
  })
})

describe('a session on the board', () => {
  it('is given another name', async () => {
    await pick('c3', 'Rename…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(' ')
    await page.keyboard.press('Enter')
    await dialog.getByText('A session needs a name.').waitFor()
    await dialog.getByLabel('Name').fill('Tidy the cellar')
    await page.keyboard.press('Enter')
    await row('Tidy the cellar').waitFor()
  })

  it('is archived, brought back at once, archived again and brought back from there', async () => {
    await pick('Tidy the cellar', 'Archive')
    await row('Tidy the cellar').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('Tidy the cellar').waitFor()
    await away()
    await pick('Tidy the cellar', 'Archive')
    await row('Tidy the cellar').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Archived' }).click()
    expect(page.url()).toBe(`${gateway.url}/sessions?archived=1`)
    await row('Tidy the cellar').waitFor()
    expect(await names()).toEqual(['Tidy the cellar'])
    await pick('Tidy the cellar', 'Bring back')
    await page.getByRole('heading', { name: 'Nothing is archived' }).waitFor()
    await page.getByRole('link', { name: 'To the board' }).click()
    await row('Tidy the cellar').waitFor()
  })

  it('is deleted, once it is clear what is lost', async () => {
    await pick('Tidy the cellar', 'Delete…')
    const dialog = page.getByRole('dialog', { name: 'Delete “Tidy the cellar”?' })
    await dialog.getByText('removed for good').waitFor()
    await dialog.getByText('The files in ~/code/shop stay.').waitFor()
    expect(await accessFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await row('Tidy the cellar').waitFor()
    await pick('Tidy the cellar', 'Delete…')
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await row('Tidy the cellar').waitFor({ state: 'detached' })
  })
})

describe('pausing', () => {
  const TOUR = 'A tour with the demo agent'

  it('a session starts no new turns until it is resumed, on its own page or by the menu', async () => {
    await pick(TOUR, 'Pause')
    await row(TOUR).getByText('Paused: no new turns start').waitFor()
    await page.getByText(`${TOUR} is paused`).waitFor()
    expect(await accessFindings(page)).toEqual([])
    await away()
    await row(TOUR).getByRole('link').click()
    await page.getByPlaceholder('Paused: no new turns start here.').fill('Kept meanwhile')
    await page.locator('footer').getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Prompt' }).inputValue()).toBe('Kept meanwhile')
    await page.getByRole('textbox', { name: 'Prompt' }).fill('')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByPlaceholder('Paused: no new turns start here.').waitFor()
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await pick(TOUR, 'Resume')
    await row(TOUR).getByText('Paused: no new turns start').waitFor({ state: 'detached' })
    await away()
  })

  it('a gateway says so on every page, and is resumed there', async () => {
    const banner = () => page.getByRole('status').filter({ hasText: 'Paused: no new turns start.' })
    await gateway.ask('POST', '/api/gateway/pause')
    await banner().waitFor()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of ['/', '/sessions']) {
        await open(path)
        await banner().waitFor()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        expect(await accessFindings(page)).toEqual([])
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await banner().getByRole('button', { name: 'Resume' }).click()
    await banner().waitFor({ state: 'detached' })
    expect(await gateway.ask('GET', '/api/gateway')).toMatchObject({ state: 'running' })
  })
})

describe('a new session', () => {
  const dialog = () => page.getByRole('dialog', { name: 'New session' })

  it('says at the folder what is wrong with it', async () => {
    await page.keyboard.press('n')
    const agent = dialog().getByRole('combobox', { name: 'Agent' })
    await agent.selectOption('Demo agent')
    expect(await agent.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await accessFindings(page)).toEqual([])
    for (const [folder, says] of [
      ['shop', 'Give the whole path'],
      ['/no/such/folder', 'There is no such folder'],
    ]) {
      await dialog().getByLabel('Folder').fill(folder)
      await dialog().getByRole('button', { name: 'Create the session' }).click()
      await dialog().getByRole('alert').getByText(says).waitFor()
    }
    expect(await dialog().getByLabel('Folder').getAttribute('aria-invalid')).toBe('true')
  })

  it('is made with its first prompt, and opened', async () => {
    await dialog().getByLabel('Folder').fill('/tmp')
    await dialog().getByLabel('Mode').selectOption('plan')
    await dialog().getByLabel('First prompt').fill('What can you do?')
    await dialog().getByRole('button', { name: 'Create the session' }).click()
    await page.waitForURL(/\/sessions\/[0-9a-f-]{36}$/)
    const id = page.url().split('/').at(-1)
    await expect
      .poll(async () => {
        const { events } = await gateway.ask('GET', `/api/sessions/${id}/events?limit=1000`)
        return events.find(({ type }) => type === 'turn_complete')?.finalText
      })
      .toContain('[plan mode] You said: “What can you do?”')
    expect(await gateway.ask('GET', `/api/sessions/${id}`)).toMatchObject({ cwd: '/tmp', origin: 'driven' })
  })

  it('remembers the folder', async () => {
    await open('/sessions')
    await page.getByRole('button', { name: 'New session' }).click()
    await dialog().waitFor()
    expect(await dialog().locator('datalist option').first().getAttribute('value')).toBe('/tmp')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New session')
  })
})

describe('by keyboard alone', () => {
  it('rows are walked through and opened, and one comes back', async () => {
    await open('/sessions')
    await row('c1').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('.name')?.textContent)
    expect(await focused()).toBe((await names())[1])
    await page.keyboard.press('k')
    expect(await focused()).toBe((await names())[0])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/sessions\/[0-9a-f-]{36}$/)
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await row('c1').waitFor()
  })

  it('the menu opens, moves, and gives the focus back', async () => {
    // With the focus on it the order is held; before, what c1 asked may just be withdrawn.
    await page.keyboard.press('j')
    const [first] = await names()
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(name).toBe(`What to do with ${first}`)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Rename…' }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Rename…')
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toBe('Delete…')
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name)
  })

  it('the mouse closes it as well: by the button, or by going on elsewhere', async () => {
    await menuOf('c1').click()
    await page.getByRole('menuitem').first().waitFor()
    await menuOf('c1').click()
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    await menuOf('c1').click()
    await page.getByRole('menuitem').first().waitFor()
    await search().click()
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-search'))).toBe(true)
  })
})

describe('many sessions', () => {
  it('are all there, and found at once', async () => {
    const envelopes = Array.from({ length: 500 }, (_, index) => ({
      session_id: `Job ${index}`,
      payload: { type: 'session-start', cwd: `/srv/jobs/${index}` },
    }))
    await gateway.ask('POST', '/api/events', envelopes)
    await open('/sessions')
    await expect
      .poll(() => page.getByRole('group', { name: 'By state' }).getByRole('link').first().textContent(), {
        timeout: 10_000,
      })
      .toMatch(/^All 50\d$/)
    await search().fill('jobs/499')
    await expect.poll(names).toEqual(['Job 499'])
  })
})

describe('on a phone', () => {
  it('rows are two lines that a thumb can hit, and nothing runs out of sight', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('/sessions?agent=claude')
    await row('c1').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    for (const target of [row('c1').getByRole('link'), menuOf('c1'), search()]) {
      const { height } = await target.boundingBox()
      expect(height).toBeGreaterThanOrEqual(48)
    }
    expect(await accessFindings(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 640 })
    for (const path of ['/connect', '/devices', '/sessions?q=nothing']) {
      await open(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
      expect(await accessFindings(page)).toEqual([])
    }
  })
})
