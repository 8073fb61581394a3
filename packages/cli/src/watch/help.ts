import { padToWidth } from '../terminal/display-width.js'
import { LAMPS, type LampName } from './lamp.js'
import type { Line } from './palette.js'

const KEYS: readonly (readonly [string, string])[] = [
  ['j k ↓ ↑', 'move; n goes to the next that needs you'],
  ['a', 'approve what the selected session asks'],
  ['d', 'deny it, with a reason if you like'],
  ['r', 'answer its question: a number, a word, or text'],
  ['g, Enter', 'go to its tmux pane'],
  ['v', 'view the whole of what it asks'],
  ['m', 'mute: dim, and last in the list'],
  ['/', 'search by name, agent, folder, what it does'],
  ['q', 'quit'],
]

const MEANINGS: Record<LampName, string> = {
  needs: 'asks for leave, or has a question',
  waiting: 'waits for something else',
  failed: 'its last turn broke',
  idle: 'ready for your next prompt',
  working: 'at work',
  stale: 'nothing heard of it for a while',
  gone: 'its process ended without a word',
}

/** The map of keys and lamps. */
export const HELP: readonly Line[] = [
  ...KEYS.map(([key, does]): Line => [{ text: `  ${padToWidth(key, 10)}`, style: 'accent' }, { text: does }]),
  [],
  ...Object.entries(LAMPS).map(
    ([name, { shape, word, style }]): Line => [
      { text: `  ${shape} `, style },
      { text: padToWidth(word, 11) },
      { text: MEANINGS[name as keyof typeof LAMPS], style: 'faint' },
    ],
  ),
]
