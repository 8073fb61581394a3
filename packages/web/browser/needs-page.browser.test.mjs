import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessFindings } from './check-access.mjs'
import { bash, pull, visitNeeds } from './visit-needs.mjs'

let visit
let page
beforeAll(async () => {
  visit = await visitNeeds()
  page = visit.page
})
afterAll(() => visit?.leave())
afterEach(() => {
  expect(visit.visitor.complaints).toEqual([])
})

const claude = (cwd) => visit.claude(cwd)
const card = (name, on) => visit.card(name, on)

describe('what only the terminal answers', () => {
  it('says where, and has no levers', async () => {
    const one = {
      'thread-id': '0199a213-81c0-7800-8aa1-bbab2a035a53',
      'turn-id': 'turn-1',
      cwd: '/home/ada/cli',
    }
    await visit.gateway.notify('Codex 9', { type: 'user-prompt-submit', ...one, prompt: 'Go' })
    await visit.gateway.notify('Codex 9', {
      type: 'approval-requested',
      ...one,
      'approval-type': 'exec',
      description: 'cargo publish',
    })
    const asking = card('Run cargo publish')
    await asking.getByText(/own terminal: .*cli/).waitFor()
    expect(await asking.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await visit.gateway.notify('Codex 9', {
      type: 'agent-turn-complete',
      ...one,
      'last-assistant-message': 'Done',
    })
  })

  it('waits quietly where nothing is asked', async () => {
    const one = claude('/home/ada/docs')
    await one.prompt('Rewrite')
    await one.hook('Stop', { last_assistant_message: 'Done.' })
    await one.hook('Notification', {
      message: 'Claude is waiting for your input',
      notification_type: 'idle_prompt',
    })
    await card('Waits for your next prompt')
      .getByText(/its own terminal: ~\/docs/)
      .waitFor()
    await one.hook('UserPromptSubmit', { prompt_id: 'p2', prompt: 'And the tests' })
    await card('Waits for your next prompt').getByText('The agent goes on').waitFor()
    await page
      .getByRole('region', { name: 'Working now' })
      .getByText('docs')
      .or(page.getByRole('link', { name: /Rewrite/ }))
      .first()
      .waitFor()
  })
})

describe('cards', () => {
  const top = async (name) => (await card(name).boundingBox()).y

  it('do not move what the pointer is on: what is over stays, what is new waits', async () => {
    await page.clock.install()
    await page.goto(visit.gateway.url)
    const [one, two] = [claude('/home/ada/a'), claude('/home/ada/b')]
    void one.asks(...bash('echo first')).catch(() => {})
    await card('Run echo first').waitFor()
    const second = two.asks(...bash('echo second'))
    await card('Run echo second').getByRole('button', { name: 'Approve' }).hover()
    const before = await top('Run echo second')
    await one.done(...bash('echo first'))
    await card('Run echo first').getByText('in the terminal').waitFor()
    await page.clock.runFor(10_000)
    expect(await top('Run echo second')).toBe(before)
    await page.getByRole('region', { name: 'Working now' }).hover()
    const third = claude('/home/ada/c').asks(...bash('echo third'))
    await page.getByRole('button', { name: '1 new' }).waitFor()
    expect(await card('Run echo third').count()).toBe(0)
    expect(await top('Run echo second')).toBe(before)
    await page.getByRole('button', { name: '1 new' }).click()
    await card('Run echo third').waitFor()
    // Cards that just moved take no click for a moment.
    await page.clock.runFor(1000)
    for (const name of ['second', 'third'])
      await card(`Run echo ${name}`).getByRole('button', { name: 'Approve' }).click()
    await Promise.all([second, third])
  })

  it('leave when nobody is on them', async () => {
    await card('Run echo third').getByText('Approved by you').waitFor()
    await page.mouse.move(0, 0)
    await page.clock.runFor(10_000)
    await expect.poll(() => page.getByRole('article').filter({ hasText: 'echo' }).count()).toBe(0)
    await page.clock.resume()
  })
})

describe('a phone', () => {
  it('judges one-handed', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const asked = claude().asks(...bash('npm version patch'))
    const approve = card('Run npm version patch').getByRole('button', { name: 'Approve' })
    const { height } = await approve.boundingBox()
    expect(height).toBeGreaterThanOrEqual(48)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await approve.click()
    expect(await asked).toEqual({ behavior: 'allow' })
    await page.setViewportSize({ width: 1280, height: 720 })
  })
})

describe('notifications', () => {
  it('are shown when they are wished for and nobody looks, and closed when it is over', async () => {
    const other = await visit.visitor.context.newPage()
    // A browser without a screen shows none: this one writes them down.
    await other.addInitScript(() => {
      window.notices = []
      window.Notification = class {
        static permission = 'default'
        static requestPermission = async () => {
          window.Notification.permission = 'granted'
        }
        constructor(title, { body, tag }) {
          Object.assign(this, { title, body, tag, state: 'open' })
          window.notices.push(this)
        }
        close() {
          this.state = 'closed'
        }
      }
      Object.defineProperty(document, 'visibilityState', { get: () => window.seen ?? 'visible' })
    })
    await other.goto(visit.gateway.url)
    const button = other.getByRole('button', { name: 'Notify me' })
    await button.click()
    await other.getByRole('button', { name: 'Notifications on' }).waitFor()
    const notices = () => other.evaluate(() => window.notices.map(({ title, state }) => [title, state]))
    const seen = claude().asks(...bash('echo seen'))
    await card('Run echo seen', other).getByRole('button', { name: 'Approve' }).click()
    await seen
    await other.evaluate(() => {
      window.seen = 'hidden'
    })
    const asked = claude().asks(...bash('echo unseen'))
    const told = 'claude asks to: Run echo unseen in ~/shop'
    await expect.poll(notices).toEqual([[told, 'open']])
    await other.evaluate(() => window.notices[0].onclick())
    await expect
      .poll(() => other.evaluate(() => document.activeElement?.textContent))
      .toContain('Run echo unseen')
    await card('Run echo unseen').getByRole('button', { name: 'Approve' }).click()
    await asked
    await expect.poll(notices).toEqual([[told, 'closed']])
    await other.close()
  })
})

describe('everyone', () => {
  it('can use it: axe finds nothing serious', async () => {
    const one = claude()
    await one.prompt('Release')
    const asked = [
      one.asks(...bash('sudo npm publish --force')),
      claude().asks('Edit', { file_path: '/a.ts', old_string: 'a', new_string: 'b' }),
      claude().asks('AskUserQuestion', {
        questions: [{ question: 'Which?', header: 'H', options: [{ label: 'x' }, { label: 'y' }] }],
      }),
    ]
    await card('Which?').waitFor()
    await card('Change /a.ts').getByText('+1').waitFor()
    // What fades is on its way out.
    await page.mouse.move(0, 0)
    await expect.poll(() => page.locator('[data-done="true"]').count(), { timeout: 10_000 }).toBe(0)
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme })
      expect(await accessFindings(page)).toEqual([])
    }
    for (const name of ['Run sudo', 'Change /a.ts'])
      await pull(card(name).getByRole('button', { name: 'Approve' }))
    await pull(card('Which?').getByRole('button', { name: 'Dismiss' }))
    await Promise.all(asked)
  })
})

describe('what is asked anew under the same name', () => {
  it('is shown as it is now, not as it was', async () => {
    const one = claude('/home/ada/anew')
    const asks = (content) => ['Write', { file_path: '/home/ada/anew/a.sh', content }]
    const decided = one.asks(...asks('echo harmless'))
    await card('Write a.sh').getByText('echo harmless').waitFor()
    const isPending = (url) => url.searchParams.get('status') === 'pending'
    await page.route(isPending, async (route) => {
      const { requests } = await visit.gateway.ask('GET', '/api/requests?status=pending')
      const anew = requests.map((entry) =>
        entry.data.args?.content === 'echo harmless'
          ? { ...entry, since: entry.since + 1, data: { ...entry.data, args: asks('rm -rf /')[1] } }
          : entry,
      )
      await route.fulfill({ json: { requests: anew } })
    })
    const other = claude('/home/ada/other')
    const also = other.asks(...bash('make other'))
    await card('Run make other').waitFor()
    await card('Write a.sh').getByText('rm -rf /').waitFor()
    await page.unroute(isPending)
    for (const name of ['Write a.sh', 'Run make other'])
      await pull(card(name).getByRole('button', { name: 'Approve' }))
    await Promise.all([decided, also])
  })
})

describe('a card that is moved by another one', () => {
  it('takes no click until it can be aimed at anew', async () => {
    const [first, second] = [claude('/home/ada/above'), claude('/home/ada/under')]
    const decided = [first.asks(...bash('make above')), second.asks(...bash('make under'))]
    const approve = card('Run make under').getByRole('button', { name: 'Approve' })
    // A lever that works shows that the card is at rest.
    await pull(card('Run make under').getByRole('button', { name: 'Deny…' }))
    await page.keyboard.press('Escape')
    await approve.waitFor()
    const grow = (height) =>
      card('Run make above').evaluate(async (element, height) => {
        element.style.paddingBottom = height
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      }, height)
    await grow('90px')
    await approve.evaluate((button) => button.click())
    expect(await card('Run make under').getAttribute('data-done')).toBe('false')
    await pull(approve)
    await pull(card('Run make above').getByRole('button', { name: 'Approve' }))
    await Promise.all(decided)
  })
})

describe('without a connection', () => {
  it('nothing can be sent, and the card says why; back again it goes on', async () => {
    await visit.demo('demo:permission')
    const approve = card(/^Run npm test/)
      .last()
      .getByRole('button', { name: 'Approve' })
    await approve.waitFor()
    await visit.gateway.kill()
    await page.getByText('Not connected.').first().waitFor()
    expect(await approve.isDisabled()).toBe(true)
    await visit.gateway.restart()
    await page.getByText('Live', { exact: true }).waitFor()
    await page
      .getByText('Closed when the gateway restarted')
      .or(page.getByText('Withdrawn'))
      .first()
      .waitFor()
  })
})
