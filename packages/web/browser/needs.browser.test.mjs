import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from '@signalbox/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, newVisitor, pair } from './launch-browser.mjs'
import { startGateway } from './start-gateway.mjs'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

let browser
let gateway
let visitor
let page
let client

beforeAll(async () => {
  ;[browser, gateway] = await Promise.all([launchBrowser(), startGateway()])
  visitor = await newVisitor(browser)
  page = visitor.page
  await pair(visitor, gateway.pairingLink)
  client = await connect({ url: gateway.url, token: gateway.token() })
})
afterAll(async () => {
  client?.close()
  await Promise.all([browser?.close(), gateway?.stop()])
})
afterEach(() => {
  expect(visitor.complaints).toEqual([])
})

let sessions = 0
/** Claude Code in a terminal: its hook is held until somebody answers. */
function claude(cwd = '/home/ada/shop') {
  sessions += 1
  const session = { session_id: `c${sessions}`, prompt_id: 'p1', cwd }
  const hook = async (name, more) =>
    (await gateway.hook('claude', { ...session, hook_event_name: name, ...more })).json()
  return {
    hook,
    prompt: (prompt) => hook('UserPromptSubmit', { prompt }),
    asks: (tool_name, tool_input, more) =>
      hook('PermissionRequest', { tool_name, tool_input, tool_use_id: `t${sessions}`, ...more }).then(
        ({ hookSpecificOutput }) => hookSpecificOutput?.decision,
      ),
  }
}

const card = (name, on = page) => on.getByRole('article', { name })
const bash = (command) => ['Bash', { command }]

describe('a request of an agent in a terminal', () => {
  it('is approved with one click, and says so in its place', async () => {
    const asked = claude().asks(...bash('npm test'))
    await card('Run npm test in ~/shop').getByRole('button', { name: 'Approve' }).dblclick()
    expect(await asked).toEqual({ behavior: 'allow' })
    await card('Run npm test').getByText('Approved by you').waitFor()
  })

  it('is denied with a reason', async () => {
    const asked = claude().asks(...bash('npm publish'))
    await card('Run npm publish').getByRole('button', { name: 'Deny…' }).click()
    await page.getByLabel(/Why not/).fill('not on a Friday')
    await page.keyboard.press('Enter')
    expect(await asked).toEqual({ behavior: 'deny', message: 'not on a Friday' })
    await card('Run npm publish').getByText('Denied by you: not on a Friday').waitFor()
  })

  it('is always allowed, after saying what that means', async () => {
    const rule = {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: 'npm run lint' }],
      ...{ behavior: 'allow', destination: 'localSettings' },
    }
    const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
    const asked = claude().asks(...bash('npm run lint'), { permission_suggestions: [rule, mode] })
    const asking = card('Run npm run lint')
    await asking.getByRole('button', { name: 'Always allow…' }).click()
    await asking.getByText('Always allow: Bash(npm run lint) · in this project, for me').waitFor()
    expect(await asking.getByText('acceptEdits').count()).toBe(0)
    await asking.getByRole('button', { name: 'Approve and always allow' }).click()
    expect(await asked).toEqual({ behavior: 'allow', updatedPermissions: [rule] })
  })

  it('shows the change, the plan, and what was said before', async () => {
    const one = claude()
    await one.prompt('Make the login fast')
    const edit = { file_path: '/home/ada/shop/auth.ts', old_string: 'ttl = 60', new_string: 'ttl = 300' }
    void one.asks('Edit', edit)
    const change = card('Change auth.ts in ~/shop')
    await change.getByText('300').waitFor()
    await change.getByText('Make the login fast').waitFor()
    const plan = claude().asks('ExitPlanMode', { plan: '# Move\n\n- write to both' })
    await card('Carry out this plan').getByRole('heading', { name: 'Move' }).waitFor()
    await card('Carry out this plan').getByRole('button', { name: 'Approve' }).click()
    expect(await plan).toMatchObject({ behavior: 'allow' })
    await change.getByRole('button', { name: 'Approve' }).click()
  })

  it('is answered by a form', async () => {
    const questions = [
      {
        ...{ question: 'Which database?', header: 'Database', multiSelect: false },
        options: [
          { label: 'SQLite', description: 'One file' },
          { label: 'Postgres', description: '' },
        ],
      },
      {
        ...{ question: 'What else?', header: 'Extras', multiSelect: true },
        options: [
          { label: 'Backups', description: '' },
          { label: 'Metrics', description: '' },
        ],
      },
    ]
    const asked = claude().asks('AskUserQuestion', { questions })
    const form = card('Answer 2 questions')
    await form.getByRole('button', { name: 'Answer' }).click()
    await form.getByText('Answer at least one').waitFor()
    await form.getByRole('radio', { name: /Postgres/ }).check()
    await form.getByRole('checkbox', { name: 'Metrics' }).check()
    await form.getByRole('checkbox', { name: 'Backups' }).check()
    await form.getByRole('button', { name: 'Answer' }).click()
    expect((await asked).updatedInput.answers).toEqual({
      'Which database?': 'Postgres',
      'What else?': 'Backups, Metrics',
    })
  })

  it('leaves when it is answered in the terminal, and says so', async () => {
    const one = claude()
    await one.prompt('Tidy up')
    void one.asks(...bash('npm prune')).catch(() => {})
    await card('Run npm prune').waitFor()
    await one.hook('PostToolUse', {
      ...{ tool_name: 'Bash', tool_use_id: `t${sessions}` },
      tool_input: { command: 'npm prune' },
      tool_response: {},
    })
    await card('Run npm prune')
      .getByText(/in the terminal/)
      .waitFor()
  })
})

describe('a session that Signalbox drives', () => {
  const ask = async (prompt) => {
    const { id } = await client.createSession({ agentType: 'demo' })
    await client.runTurn(id, prompt)
    return id
  }

  it('asks questions, which can be dismissed', async () => {
    await ask('demo:question')
    const form = card('Answer 3 questions')
    await form.getByRole('button', { name: 'Answer' }).click()
    await form.getByText('1 still needs an answer').waitFor()
    await form.getByRole('button', { name: 'Dismiss' }).click()
    await form.getByText('Dismissed by you').waitFor()
  })

  it('is judged by keyboard alone', async () => {
    await page.goto(gateway.url)
    const id = await ask('demo:permission')
    const one = card(/^Run npm test/)
    await one.waitFor()
    await page.keyboard.press('a')
    await one.getByRole('button', { name: 'Approve' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await page.keyboard.type('a quick ad: no')
    await page.keyboard.press('Escape')
    await one.getByRole('button', { name: 'Approve' }).waitFor()
    await page.keyboard.press('a')
    await one.getByText('Approved by you').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-request'))).toContain(id)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sessions/${id}`)
    await page.keyboard.press('g')
    await page.keyboard.press('n')
    await page.waitForURL(`${gateway.url}/`)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Deny, with a reason').waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('two windows', () => {
  let other
  beforeAll(async () => {
    other = await visitor.context.newPage()
    await other.goto(gateway.url)
    await other.getByText('Live', { exact: true }).waitFor()
  })
  afterAll(() => other?.close())

  it('see the same, and what one decides the other says', async () => {
    const asked = claude().asks(...bash('make all'))
    await card('Run make all', other).waitFor()
    await card('Run make all').getByRole('button', { name: 'Approve' }).click()
    await card('Run make all').getByText('Approved by you').waitFor()
    await card('Run make all', other).getByText('Approved by owner in another window').waitFor()
    expect(await asked).toEqual({ behavior: 'allow' })
  })

  it('count the first answer, and tell the second who was faster', async () => {
    const asked = claude().asks(...bash('make install'))
    const both = [card('Run make install'), card('Run make install', other)]
    await Promise.all(both.map((one) => one.getByRole('button', { name: 'Approve' }).waitFor()))
    await both[1].getByRole('button', { name: 'Deny…' }).click()
    // At the same time, from inside the pages: neither has heard of the other.
    await Promise.all([
      both[0].getByRole('button', { name: 'Approve' }).evaluate((button) => button.click()),
      both[1].getByRole('button', { name: 'Deny', exact: true }).evaluate((button) => button.click()),
    ])
    const decision = await asked
    const [won, lost] = decision.behavior === 'allow' ? both : both.toReversed()
    await won.getByText(/^(Approved|Denied) by you/).waitFor()
    await lost.getByText(/(by owner in another window|Somebody was faster)/).waitFor()
  })
})

describe('what an agent says', () => {
  it('does nothing but be read', async () => {
    const command = `echo "<script>window.hurt=1</script>" \u001b]0;owned\u0007 \u202egnp.exe ${'x'.repeat(50_000)}`
    const asked = claude('/home/ada/<b>shop</b>').asks('Bash', {
      command,
      description: '<img src=x onerror="window.hurt=1"> [go](javascript:window.hurt=1)',
    })
    const asking = page.getByRole('article').filter({ hasText: 'echo "<script>' })
    await asking.waitFor()
    await asking.getByText('<img src=x').waitFor()
    const plan = claude().asks('ExitPlanMode', {
      plan: '[click](javascript:window.hurt=1) <script>window.hurt=1</script> ![x](http://127.0.0.1:1/x.png)',
    })
    await card('Carry out this plan').getByText('click').waitFor()
    expect(await page.locator('main img, main script, main a[href^="javascript"]').count()).toBe(0)
    await page.setViewportSize({ width: 360, height: 740 })
    const width = () =>
      page.evaluate(() => [document.documentElement.scrollWidth, document.querySelector('main').scrollWidth])
    expect(await width()).toEqual([360, 360])
    await page.setViewportSize({ width: 1280, height: 720 })
    await asking.getByRole('button', { name: 'Approve' }).click()
    await card('Carry out this plan').getByRole('button', { name: 'Approve' }).click()
    await Promise.all([asked, plan])
    expect(await page.evaluate(() => window.hurt)).toBeUndefined()
    expect(visitor.requests.filter((url) => !url.startsWith(gateway.url))).toEqual([])
  })
})

describe('what only the terminal answers', () => {
  it('says where, and has no levers', async () => {
    const one = {
      'thread-id': '0199a213-81c0-7800-8aa1-bbab2a035a53',
      'turn-id': 'turn-1',
      cwd: '/home/ada/cli',
    }
    await gateway.notify('Codex 9', { type: 'user-prompt-submit', ...one, prompt: 'Go' })
    await gateway.notify('Codex 9', {
      type: 'approval-requested',
      ...one,
      'approval-type': 'exec',
      description: 'cargo publish',
    })
    const asking = card('Run cargo publish')
    await asking.getByText(/own terminal: .*cli/).waitFor()
    expect(await asking.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await gateway.notify('Codex 9', { type: 'agent-turn-complete', ...one, 'last-assistant-message': 'Done' })
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
  it('do not move under the pointer: new ones wait', async () => {
    await page.goto(gateway.url)
    const first = claude('/home/ada/a').asks(...bash('echo first'))
    await card('Run echo first').waitFor()
    await page.getByRole('region', { name: 'Working now' }).hover()
    const second = claude('/home/ada/b').asks(...bash('echo second'))
    await page.getByRole('button', { name: '1 new' }).waitFor()
    expect(await card('Run echo second').count()).toBe(0)
    await page.getByRole('button', { name: '1 new' }).click()
    for (const name of ['first', 'second'])
      await card(`Run echo ${name}`).getByRole('button', { name: 'Approve' }).click()
    await Promise.all([first, second])
    await page.mouse.move(0, 0)
  })

  it('leave after a while', async () => {
    await expect.poll(() => card('Run echo second').count(), { timeout: 10_000 }).toBe(0)
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
    const other = await visitor.context.newPage()
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
    await other.goto(gateway.url)
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
    await page.evaluate(readFileSync(AXE, 'utf8'))
    // What fades is on its way out.
    await page.mouse.move(0, 0)
    await expect.poll(() => page.locator('[data-done="true"]').count(), { timeout: 10_000 }).toBe(0)
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme })
      const { violations } = await page.evaluate(() => window.axe.run())
      const found = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
      expect(found.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }
    for (const name of ['Run sudo', 'Change /a.ts'])
      await card(name).getByRole('button', { name: 'Approve' }).click()
    await card('Which?').getByRole('button', { name: 'Dismiss' }).click()
    await Promise.all(asked)
  })
})

describe('without a connection', () => {
  it('nothing can be sent, and the card says why; back again it goes on', async () => {
    const id = (await client.createSession({ agentType: 'demo' })).id
    await client.runTurn(id, 'demo:permission')
    const approve = card(/^Run npm test/)
      .last()
      .getByRole('button', { name: 'Approve' })
    await approve.waitFor()
    await gateway.kill()
    await page.getByText('Not connected.').first().waitFor()
    expect(await approve.isDisabled()).toBe(true)
    await gateway.restart()
    await page.getByText('Live', { exact: true }).waitFor()
    await page
      .getByText('Closed when the gateway restarted')
      .or(page.getByText('Withdrawn'))
      .first()
      .waitFor()
  })
})
