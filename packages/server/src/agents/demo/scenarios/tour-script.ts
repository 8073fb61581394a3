/** What the tour is about; `id` of each step and its title, in order. */
export const TITLE = 'A cent too much in the cart (demo)'
export const STEPS = {
  look: 'Find where prices are rounded',
  repair: 'Round once, at the end',
  test: 'Run the tests',
  note: 'Leave a note',
} as const

export const THOUGHTS = [
  'Three times 0.333 is shown as 1.01. ',
  'So every line is rounded before they are summed. ',
  'Rounding the sum instead should do it; the tests will tell.',
] as const

export const TEXTS = {
  hello:
    'I am the **demo agent**, and this is a short tour: I repair a small shop, from the plan to the tests. ' +
    'Everything is scripted. Nothing of yours is read or run.\n\n',
  found:
    'Here it is. `total()` rounds **every line** and sums the rounded prices, so a cent is lost or won ' +
    'with each of them:\n\n' +
    '| line | exact | rounded |\n|---|---:|---:|\n| 3 × pencil | 0.999 | 1.00 |\n| 1 × string | 0.005 | 0.01 |\n\n',
  repaired: 'Now the sum is rounded, once. ',
  ask: 'Before I run the tests I ask you: a command is yours to allow.\n\n',
  passed: 'All green, and the cent is back where it belongs.\n\n',
  denied: 'You said no, so the tests were not run. I go on without.\n\n',
  note: 'The tour of the demo agent wrote this note: it is the one thing that was really done. You may delete it.',
  done:
    '\nThat was the tour. What you saw works the same with your own agents:\n\n' +
    '- **Needs you** collects what they ask, from every terminal;\n' +
    '- every step above has a time, a link and its raw form;\n' +
    '- under **Connect** is the one command that lets Claude Code, Codex, Gemini CLI or opencode in.\n',
  doneUntested:
    '\nThat was the tour, with a no in the middle: an agent that asks takes it for an answer. ' +
    'Under **Connect** is the one command that lets your own agents in.\n',
} as const

const OLD = `  let sum = 0
  for (const line of lines) {
    sum += roundCents(line.price * line.count)
  }
  return sum`
const NEW = `  let sum = 0
  for (const line of lines) {
    sum += line.price * line.count
  }
  return roundCents(sum)`

export const FILES = {
  cart: 'src/cart.ts',
  old: OLD,
  new: NEW,
  before:
    '// demo: no file was read\n' +
    "import { roundCents } from './money.js'\n\nexport function total(lines: readonly Line[]): number {\n" +
    `${OLD}\n}\n`,
  found: 'src/cart.ts:1\nsrc/cart.ts:6\nsrc/money.ts:4 (demo: nothing was searched)',
} as const

const GREEN = '\u001b[32m'
const DIM = '\u001b[2m'
const PLAIN = '\u001b[0m'

/** What the tests print. */
export const OUTPUT = [
  `${DIM}$ npm test   # demo: nothing is run${PLAIN}`,
  '',
  ` ${GREEN}✓${PLAIN} src/money.test.ts ${DIM}(4 tests)${PLAIN} 12 ms`,
  ` ${GREEN}✓${PLAIN} src/cart.test.ts ${DIM}(7 tests)${PLAIN} 31 ms`,
  ` ${GREEN}✓${PLAIN} src/checkout.test.ts ${DIM}(9 tests)${PLAIN} 48 ms`,
  '',
  ` Tests  ${GREEN}20 passed${PLAIN} (20)`,
] as const

/** What it would have used up by then. */
export const USED = [
  {
    inputTokens: 4_100,
    outputTokens: 310,
    cachedTokens: 2_900,
    costMicroDollars: 9_400,
    contextTokens: 18_400,
  },
  {
    inputTokens: 7_800,
    outputTokens: 720,
    cachedTokens: 6_100,
    costMicroDollars: 17_200,
    contextTokens: 26_900,
  },
  {
    inputTokens: 12_600,
    outputTokens: 1_180,
    cachedTokens: 10_300,
    costMicroDollars: 31_800,
    contextTokens: 34_200,
  },
].map((figures) => ({ ...figures, maxContextTokens: 200_000 }))

const add = (path: string, value: unknown): string => JSON.stringify({ op: 'add', path, value })
const metric = (id: string, label: string, value: string): string =>
  add(`/elements/${id}`, { type: 'Metric', props: { label, value }, children: [] })

function card(title: string, passed: string): string[] {
  return [
    add('/root', 'card'),
    add('/elements/card', {
      type: 'Card',
      props: { title, description: 'An interface the demo agent made up, drawn by Signalbox' },
      children: ['figures', 'again'],
    }),
    add('/elements/figures', { type: 'Grid', props: { columns: 3 }, children: ['files', 'lines', 'tests'] }),
    metric('files', 'Files changed', '1'),
    metric('lines', 'Lines', '+2 −2'),
    metric('tests', 'Tests passed', passed),
    add('/elements/again', {
      type: 'Button',
      props: { label: 'Play the tour again', action: 'sendMessage', params: { text: 'demo:tour' } },
      children: [],
    }),
  ]
}

export const CARD_DONE = card('The cart adds up', '20 of 20')
export const DENIED_CARD = card('The cart should add up', 'not run')
