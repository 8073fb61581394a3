import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessFindings } from './check-access.mjs'
import { newVisitor } from './launch-browser.mjs'
import { visit } from './visit.mjs'

let there
let browser
let gateway
let visitor
let page
let client

beforeAll(async () => {
  there = await visit({ viewport: { width: 1440, height: 900 } })
  ;({ browser, gateway, visitor, page, client } = there)
})
afterAll(() => there?.leave())
afterEach(() => {
  expect(visitor.complaints).toEqual([])
})

const conversation = (on = page) => on.getByRole('region', { name: 'Conversation' })
const scroller = (on = page) => on.locator('.conversation > .scroller')
const open = (sessionId, event) =>
  page.goto(`${gateway.url}/sessions/${sessionId}${event === undefined ? '' : `?event=${event}`}`)

async function driven(prompt) {
  const session = await client.createSession({ agentType: 'demo' })
  await client.join(session.id)
  if (prompt !== undefined) await client.runTurn(session.id, prompt)
  return session
}

/** Resolves with the first event of a type that the session tells. */
function heard(sessionId, type, test = () => true) {
  return new Promise((resolve) => {
    const off = client.onEvent(type, (event) => {
      if (event.sessionId !== sessionId || !test(event)) return
      off()
      resolve(event)
    })
  })
}

/** The whole answer of a turn as the log has it. */
async function keptText(sessionId, turnId) {
  const { events } = await client.readEvents(sessionId, { limit: 1000 })
  return events
    .filter((event) => event.type === 'message_complete' && event.turnId === turnId)
    .map(({ text }) => text)
    .join('')
}

/** Letters only: how white space is set is a matter of markdown. */
const letters = (text) => text.replace(/\s+/g, '')
const shownText = async (on = page) => letters((await on.locator('.answer').allTextContents()).join(''))

describe('a turn of an agent that is driven', () => {
  it('shows everything it says and does, and how what it asked was decided', async () => {
    const session = await driven()
    const offs = [
      client.onEvent('permission_requested', ({ sessionId, requestId }) => {
        client.respondPermission(sessionId, requestId, { approved: true, message: 'go on' }).catch(() => {})
      }),
      client.onEvent('question_requested', ({ sessionId, requestId, questions }) => {
        const answers = Object.fromEntries(
          questions.map(({ id, type, options }) => [id, type === 'confirm' ? 'yes' : (options?.[0] ?? 'so')]),
        )
        client.answerQuestion(sessionId, requestId, { answers }).catch(() => {})
      }),
    ]
    await open(session.id)
    await page.getByText('Nothing was said yet.').waitFor()
    const done = heard(session.id, 'turn_complete')
    await page.getByLabel('Prompt').fill('Please show me demo:all')
    await page.keyboard.press('Enter')
    await done
    for (const off of offs) off()
    await conversation()
      .getByText(/^Done in/)
      .waitFor()
    await scroller().evaluate((element) => element.scrollTo(0, 0))
    await conversation().getByText('Please show me demo:all').waitFor()
    await conversation().getByText('demo agent', { exact: true }).first().waitFor()
    await conversation().getByRole('button', { name: 'Thought' }).click()
    await conversation().getByText('The person wants to see an agent think.').waitFor()
    await conversation().getByRole('button', { name: 'done: Read src/auth.ts' }).click()
    await conversation().getByText('export class AuthService {}').waitFor()
    const panel = page.getByRole('complementary', { name: 'About this session' })
    await panel.getByText('4 of 4').waitFor()
    await panel.getByText('3,020 of 200k tokens, 1.5 %').waitFor()
    await panel.getByText('$0.0048').waitFor()
    for (const [role, name] of [
      ['button', 'failed: Read src/missing.ts'],
      ['button', /Changed its plan/],
      ['button', 'failed: Run npm run lint'],
      ['button', /Write signalbox-demo.md/],
      ['button', 'Play it again'],
    ])
      await scrollTo(conversation().getByRole(role, { name }).first())
    await conversation().getByText('Passed', { exact: true }).waitFor()
    await scrollTo(conversation().getByText(/^Done in/))
    expect(await accessFindings(page)).toEqual([])
  })

  it('shows commands as a terminal and changes of files as such', async () => {
    const session = await driven('demo:terminal demo:files')
    await open(session.id)
    await conversation()
      .getByText(/^Done in/)
      .waitFor()
    await conversation().getByText('8 passed (demo)').first().waitFor()
    const write = conversation()
      .getByRole('button', { name: /Write signalbox-demo.md/ })
      .first()
    const written = conversation().getByText('# Signalbox demo, iteration 1').first()
    await written.waitFor()
    await write.click()
    await written.waitFor({ state: 'detached' })
  })

  it('asks in place, and goes on when it is allowed to', async () => {
    const session = await driven('demo:permission')
    await open(session.id)
    await conversation().getByRole('button', { name: 'Approve' }).click()
    await conversation()
      .getByText(/Approved by you/)
      .waitFor()
    await conversation()
      .getByText(/^Done in/)
      .waitFor()
  })

  it('is joined in its middle without a word lost or said twice; steered and stopped from here', async () => {
    const session = await driven()
    const started = await client.runTurn(session.id, 'demo:slow')
    await heard(session.id, 'text_delta', ({ text }) => text.includes('Beat 4'))
    await open(session.id)
    await conversation()
      .getByText(/Beat 5\./)
      .waitFor()
    expect(await shownText()).toMatch(/^Iamthedemoagentandtake20seconds\.Beat1\.Beat2\.Beat3\.Beat4\.Beat5\./)
    await page.getByLabel('Steer').fill('Leave the tests')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('as they are')
    await page.keyboard.press('Enter')
    await conversation().locator('.prompt').getByText('Leave the tests\nas they are').waitFor()
    expect(await page.getByLabel('Steer').inputValue()).toBe('')
    const done = heard(session.id, 'turn_complete')
    await page.getByLabel('Steer').press('Escape')
    await page.getByLabel('Steer').press('Escape')
    await done
    await conversation()
      .getByText(/^Stopped after/)
      .waitFor()
    expect(await shownText()).toBe(letters(await keptText(session.id, started.turnId)))
    await page.reload()
    await conversation()
      .getByText(/^Stopped after/)
      .waitFor()
    expect(await shownText()).toBe(letters(await keptText(session.id, started.turnId)))
  })

  it('gives back a message that is refused, and keeps what is typed', async () => {
    const session = await driven('demo:text')
    await open(session.id)
    await page.getByLabel('Prompt').fill('x'.repeat(1_100_000))
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('alert').getByText('more than a message may have').waitFor()
    expect((await page.getByLabel('Prompt').inputValue()).length).toBe(1_100_000)
    await page.getByLabel('Prompt').fill('half a sentence')
    await page.goto(`${gateway.url}/sessions`)
    await open(session.id)
    expect(await page.getByLabel('Prompt').inputValue()).toBe('half a sentence')
  })

  it('works in another mode when that is switched', async () => {
    const session = await driven('demo:text')
    await open(session.id)
    const switched = heard(session.id, 'mode_switched')
    await page.getByLabel('Mode').selectOption('plan')
    expect((await switched).mode).toBe('plan')
    await conversation().getByText('Mode is now plan').waitFor()
  })
})

/** Scrolls until something of the list is there: what is out of sight is not in the page. */
async function scrollTo(locator) {
  for (let step = 0; step < 60; step++) {
    if ((await locator.count()) > 0) {
      await locator.first().scrollIntoViewIfNeeded()
      return
    }
    await scroller().evaluate((element) => element.scrollBy(0, 400))
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  throw new Error(`not found in the conversation: ${locator}`)
}

describe('a session of 20,000 events', () => {
  const NAME = 'Long haul'
  const note = (number) => ({ type: 'note', message: `note number ${number}.` })
  let sessionId

  beforeAll(async () => {
    for (let from = 0; from < 20_000; from += 1000) {
      const lines = Array.from({ length: 1000 }, (_, index) =>
        JSON.stringify({ session_id: NAME, payload: note(from + index + 1) }),
      )
      const response = await fetch(`${gateway.url}/api/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${gateway.token()}`, 'content-type': 'application/x-ndjson' },
        body: lines.join('\n'),
      })
      if (!response.ok) throw new Error(await response.text())
    }
    const { sessions } = await client.listSessions()
    sessionId = sessions.find(
      ({ name, aliases }) => name === NAME || aliases.some(({ id }) => id === NAME),
    ).id
  })

  it('opens by the name its sender gave it', async () => {
    await open(encodeURIComponent(NAME))
    await page.waitForURL(`${gateway.url}/sessions/${sessionId}`)
    await conversation().getByText('note number 20000.').waitFor()
  })

  it('opens within a second, at its end', async () => {
    await open(sessionId)
    await conversation().getByText('note number 20000.').waitFor()
    await page.goto(`${gateway.url}/sessions`)
    await page.getByText('Live', { exact: true }).waitFor()
    const took = await page.evaluate(async (path) => {
      const from = performance.now()
      history.pushState(null, '', path)
      window.dispatchEvent(new PopStateEvent('popstate'))
      const shown = () => document.querySelector('.conversation')?.textContent.includes('note number 20000.')
      while (!shown() && performance.now() - from < 10_000)
        await new Promise((done) => requestAnimationFrame(done))
      return performance.now() - from
    }, `/sessions/${sessionId}`)
    expect(took).toBeLessThan(1000)
  })

  it('scrolls up step by step over every page that is loaded, with few rows in the page', async () => {
    const STEP_PX = 400
    const firstSeen = () =>
      page.evaluate(() => {
        const top = document.querySelector('.conversation .scroller').getBoundingClientRect().top
        const rows = [...document.querySelectorAll('.conversation .item-row')]
        const row = rows.find((one) => one.getBoundingClientRect().bottom > top)
        const height = row.getBoundingClientRect().height
        return { number: Number(/note number (\d+)/.exec(row.textContent)[1]), rows: rows.length, height }
      })
    await page.mouse.move(700, 400)
    let before = await firstSeen()
    const steps = []
    for (let step = 0; step < 50; step++) {
      await page.mouse.wheel(0, -STEP_PX)
      await page.evaluate(
        () =>
          new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
          ),
      )
      const now = await firstSeen()
      steps.push(Math.round(((before.number - now.number) * now.height) / STEP_PX))
      expect(now.rows).toBeLessThan(100)
      before = now
    }
    // No step is lost or made twice where an older page comes in.
    expect(Math.max(...steps)).toBeLessThanOrEqual(2)
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
    expect(before.number).toBeLessThan(19_600)
  })

  it('stays where it is read while the gateway is killed and comes back, and says what is new', async () => {
    const place = () =>
      page.evaluate(() => {
        const top = document.querySelector('.conversation .scroller').getBoundingClientRect().top
        const row = [...document.querySelectorAll('.conversation .item-row')].find(
          (one) => one.getBoundingClientRect().top >= top,
        )
        return { text: row.textContent, at: Math.round(row.getBoundingClientRect().top) }
      })
    await page.waitForFunction(() => {
      const now = document.querySelector('.conversation .scroller').scrollTop
      const before = window.lastTop
      window.lastTop = now
      return before === now
    })
    const before = await place()
    await gateway.kill()
    await page.getByText('Reconnecting').waitFor()
    await gateway.restart()
    await gateway.notify(NAME, { type: 'note', message: 'sent while nobody looked' })
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByRole('button', { name: '1 new' }).waitFor()
    const after = await place()
    expect(after.text).toBe(before.text)
    expect(Math.abs(after.at - before.at)).toBeLessThanOrEqual(2)
    await page.getByRole('button', { name: '1 new' }).click()
    await conversation().getByText('sent while nobody looked').waitFor()
  })

  it('leads by a link to any event, however old', async () => {
    await open(sessionId, 52)
    const marked = page.locator('.item-row[data-marked="true"]')
    await marked.waitFor()
    await marked.getByText('Linked: event 52').waitFor()
    const middle = await marked.evaluate((row) => row.getBoundingClientRect().top / window.innerHeight)
    expect(middle).toBeGreaterThan(0.1)
    expect(middle).toBeLessThan(0.9)
    const other = page.locator('.item-row:not([data-marked="true"]) a.at').first()
    const href = await other.getAttribute('href')
    await other.click()
    expect(page.url()).toBe(gateway.url + href)
  })

  it('has every event in its raw form, by type, as JSON and as its sender said it', async () => {
    await page.getByRole('button', { name: 'Raw events' }).click()
    const drawer = page.getByRole('complementary', { name: 'Raw events' })
    await drawer.getByLabel('Type').selectOption({ index: 1 })
    await drawer
      .getByRole('button', { name: /notify_event/ })
      .first()
      .click()
    await drawer.getByText('"type": "notify_event"').waitFor()
    await drawer.getByRole('button', { name: 'What the sender said' }).click()
    await drawer.getByText('"type": "note"').first().waitFor()
    expect(await accessFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await drawer.count()).toBe(0)
  })
})

describe('an agent in a terminal', () => {
  const HURT = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'
  const hook = (name, more) =>
    gateway.hook('claude', {
      session_id: 'hostile',
      prompt_id: 'p1',
      cwd: '/home/ada',
      hook_event_name: name,
      ...more,
    })

  it('says where its terminal is instead of a field to type in', async () => {
    await hook('UserPromptSubmit', { prompt: `Fix it ${HURT}\u001b]0;owned\u0007\u202egnp.exe` })
    const { sessions } = await client.listSessions()
    const session = sessions.find(({ aliases }) => aliases.some(({ id }) => id === 'hostile'))
    await open(session.id)
    await page.getByText(/runs in its own terminal/).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
  })

  it('can write what it wants: none of it acts', async () => {
    const call = { tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: `echo '${HURT}'` } }
    await hook('PreToolUse', call)
    await hook('PostToolUse', {
      ...call,
      tool_response: { stdout: `${HURT}\u001b[31mred\u001b[2J${'y'.repeat(200_000)}` },
    })
    await hook('Stop', {
      last_assistant_message: `${HURT}\n\n[click](javascript:window.hurt=1) [file](file:///etc/passwd) ![x](http://127.0.0.1:1/x.png)\n\n\u202eevil\u202c\n\n${'long'.repeat(50_000)}`,
    })
    await conversation().getByText(/^Done/).waitFor()
    await scroller().evaluate((element) => element.scrollTo(0, 0))
    await conversation()
      .getByText(/Fix it <img src=x/)
      .waitFor()
    await conversation()
      .getByRole('button', { name: /Run echo/ })
      .click()
    await conversation().getByText(/red/).first().waitFor()
    await conversation().getByText('click', { exact: false }).first().waitFor()
    expect(await page.evaluate(() => window.hurt)).toBeUndefined()
    expect(await conversation().locator('img, script, iframe, object').count()).toBe(0)
    const links = await conversation()
      .locator('a[href]')
      .evaluateAll((all) => all.map(({ href }) => href))
    expect(links.filter((href) => !/^https?:|^mailto:/.test(href))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
    expect(await page.evaluate(() => document.body.textContent.includes('\u202e'))).toBe(false)
    expect(visitor.requests.filter((url) => !url.startsWith(gateway.url))).toEqual([])
  })
})

it('is complete on a phone', async () => {
  const session = await driven('demo:plan demo:usage demo:permission')
  const phone = await newVisitor(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await visitor.context.storageState(),
  })
  await phone.page.goto(`${gateway.url}/sessions/${session.id}`)
  await conversation(phone.page).getByRole('button', { name: 'Approve' }).tap()
  await conversation(phone.page)
    .getByText(/^Done in/)
    .waitFor()
  await phone.page.getByText('About this session').tap()
  await phone.page.getByText('4 of 4').waitFor()
  await phone.page.getByText('About this session').tap()
  await phone.page.getByLabel('Prompt').fill('demo:text')
  await phone.page.getByRole('button', { name: 'Send' }).tap()
  await conversation(phone.page).getByText('const').first().waitFor()
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await accessFindings(phone.page)).toEqual([])
  expect(phone.complaints).toEqual([])
  await phone.context.close()
})

// A machine that does much else takes longer for everything: one run of three has to be quick.
