import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accessFindings } from './check-access.mjs'
import { visit } from './visit.mjs'

let there
let gateway
let visitor
let page
let client

beforeAll(async () => {
  there = await visit({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  ;({ gateway, visitor, page, client } = there)
})
afterAll(() => there?.leave())
/** The page breaks none of its own rules, and talks to nobody but its gateway. */
afterEach(() => {
  expect(visitor.complaints).toEqual([])
  const elsewhere = visitor.requests.filter(
    (url) => !url.startsWith(`${gateway.url}/`) && !url.startsWith('data:'),
  )
  expect(elsewhere).toEqual([])
})

const conversation = () => page.getByRole('region', { name: 'Conversation' })
const open = (sessionId) => page.goto(`${gateway.url}/sessions/${sessionId}`)
const colourOf = (locator) => locator.evaluate((element) => getComputedStyle(element).color)
/** A colour of the theme, as the browser says colours. */
const token = (name) =>
  page.evaluate((of) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${of})`
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)

async function driven(prompt) {
  const session = await client.createSession({ agentType: 'demo' })
  await client.join(session.id)
  await client.runTurn(session.id, prompt)
  await open(session.id)
  // What is opened before all is read could be scrolled away again.
  await conversation()
    .getByText(/^Done in/)
    .waitFor()
  return session
}

/** A session of an agent that says and does what is given, as its hooks tell it. */
async function hooked(id, ...calls) {
  const hook = (name, more) =>
    gateway.hook('claude', {
      session_id: id,
      hook_event_name: name,
      cwd: '/home/ada/shop',
      prompt_id: id,
      ...more,
    })
  await hook('UserPromptSubmit', { prompt: 'Go' })
  for (const [name, more] of calls) await hook(name, more)
  const { sessions } = await client.listSessions()
  await open(sessions.find(({ aliases }) => aliases.some((alias) => alias.id === id)).id)
}

describe('a terminal', () => {
  it('has the colours of the theme, in both, and is read as text', async () => {
    await driven('demo:terminal')
    const sign = conversation().locator('.terminal-text .ink-2').first()
    await sign.waitFor()
    expect(await sign.textContent()).toBe('✓')
    const dark = await token('--term-green')
    expect(await colourOf(sign)).toBe(dark)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await token('--term-green')).not.toBe(dark)
    expect(await colourOf(sign)).toBe(await token('--term-green'))
    await page.emulateMedia({ colorScheme: 'dark' })
    const text = await conversation().getByRole('region', { name: 'Terminal output' }).first().innerText()
    expect(text).toContain('✓ src/auth.test.ts (3)')
    expect(text).toContain('Ended well')
    expect(await page.evaluate(() => document.querySelectorAll('style').length)).toBe(0)
    expect(await accessFindings(page)).toEqual([])
  })
})

const HOSTILE = `<script>window.hurt = 1</script> <img src="https://evil.example/p.png" onerror="window.hurt = 1">

<iframe src="https://evil.example/"></iframe>
<style>body { display: none }</style>

[click](javascript:window.hurt=1) [google.com](https://evil.example/) ![dot](https://evil.example/dot.png)

\u202eturned\u202c \u001b]0;owned\u0007\u001b[31mred

| a |
|---|
| <b>cell</b> |

${'> '.repeat(40)}deep ${'*a '.repeat(200)}`

describe('text of an agent', () => {
  it('is drawn, and nothing in it acts', async () => {
    await hooked('hostile', ['Stop', { last_assistant_message: HOSTILE }])
    await conversation().getByText('<script>window.hurt = 1</script>').waitFor()
    const answer = conversation().locator('.markdown').first()
    expect(await answer.locator('script, img, iframe, style, b').count()).toBe(0)
    const links = await answer.locator('a').evaluateAll((all) => all.map(({ href, rel }) => `${href} ${rel}`))
    expect(links).toEqual([
      'https://evil.example/ noreferrer noopener',
      'https://evil.example/dot.png noreferrer noopener',
    ])
    await answer.getByText('(to evil.example)').waitFor()
    expect(await page.evaluate(() => window.hurt)).toBeUndefined()
    const shown = await answer.innerText()
    for (const sign of ['\u001b', '\u202e']) expect(shown).not.toContain(sign)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
  })

  it('is drawn as it is meant', async () => {
    const text = '# Title\n\n- [x] one\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|--|--:|\n| 1 | 2 |\n'
    await hooked('meant', ['Stop', { last_assistant_message: text }])
    await conversation().getByRole('heading', { name: 'Title' }).waitFor()
    await conversation().getByRole('img', { name: 'Done' }).waitFor()
    await conversation().getByRole('cell', { name: '2' }).waitFor()
    expect(await colourOf(conversation().locator('.code-block [data-kind="word"]'))).toBe(
      await token('--code-word'),
    )
  })
})

describe('what an agent does', () => {
  it('a change is shown line by line, with nothing hidden in it', async () => {
    const tool_input = {
      file_path: '/home/ada/shop/src/cart.ts',
      old_string: 'const price = 1\nexport { price }',
      new_string: 'const price = 2 // \u202ehidden\nexport { price }',
    }
    const call = { tool_name: 'Edit', tool_input, tool_use_id: 'e1' }
    await hooked('changing', ['PreToolUse', call], ['PostToolUse', { ...call, tool_response: {} }])
    const change = conversation().getByRole('region', { name: 'Change of /home/ada/shop/src/cart.ts' })
    await change.getByText('+1', { exact: true }).waitFor()
    await change.getByText('\\u202ehidden').waitFor()
    expect(await change.locator('.diff-line[data-sign=" "]').count()).toBe(1)
  })

  it('a piece of interface is drawn, and its button speaks to the agent', async () => {
    const { id } = await driven('demo:ui')
    await conversation().getByText('Demo run').waitFor()
    expect(await conversation().getByRole('progressbar', { name: 'Done' }).getAttribute('value')).toBe('100')
    const said = new Promise((resolve) => {
      const off = client.onEvent('user_message', (event) => {
        if (event.sessionId !== id) return
        off()
        resolve(event.content)
      })
    })
    await conversation().getByRole('button', { name: 'Play it again' }).click()
    expect(await said).toBe('demo:ui')
  })
})
