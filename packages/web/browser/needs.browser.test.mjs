import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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
    await one.done(...bash('npm prune'))
    await card('Run npm prune')
      .getByText(/in the terminal/)
      .waitFor()
  })
})

describe('a session that Signalbox drives', () => {
  it('asks questions, which can be dismissed', async () => {
    await visit.demo('demo:question')
    const form = card('Answer 3 questions')
    await form.getByRole('button', { name: 'Answer' }).click()
    await form.getByText('1 still needs an answer').waitFor()
    await form.getByRole('button', { name: 'Dismiss' }).click()
    await form.getByText('Dismissed by you').waitFor()
  })

  it('is judged by keyboard alone', async () => {
    await page.goto(visit.gateway.url)
    const id = await visit.demo('demo:permission')
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
    await page.waitForURL(`${visit.gateway.url}/`)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Deny, with a reason').waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('two windows', () => {
  let other
  beforeAll(async () => {
    other = await visit.visitor.context.newPage()
    await other.goto(visit.gateway.url)
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
    await pull(asking.getByRole('button', { name: 'Approve' }))
    await pull(card('Carry out this plan').getByRole('button', { name: 'Approve' }))
    await Promise.all([asked, plan])
    expect(await page.evaluate(() => window.hurt)).toBeUndefined()
    expect(visit.visitor.requests.filter((url) => !url.startsWith(visit.gateway.url))).toEqual([])
  })
})
