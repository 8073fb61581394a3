import { quote } from '../quote.js'
import type { Scenario } from '../scenario.js'
import type { Stage } from '../stage.js'

const THOUGHTS = [
  'The person wants to see an agent think. ',
  'This is the demo agent, so there is no model behind it. ',
  'A few scripted sentences will do.',
] as const

export const playText: Scenario = async (stage) => {
  await stage.text(
    'I am the **demo agent**. This text is scripted and comes in small pieces, as from a model:\n\n' +
      '- a list,\n- some `code`,\n- and letters beyond ASCII: déjà vu, 日本語, 🚦.\n\n' +
      '```ts\nconst signal = "green"\n```\n\nNothing was really run.\n',
  )
}

export const playThinking: Scenario = async (stage) => {
  await stage.say('thinking_start', {})
  for (const text of THOUGHTS) {
    await stage.pause()
    await stage.say('thinking_progress', { text })
  }
  await stage.pause()
  await stage.say('thinking_complete', {})
  await stage.text('I have thought about it. I am the demo agent, so my thoughts are scripted too.\n')
}

/** The answer to a prompt that names no scenario. */
export async function answerPrompt(stage: Stage, prompt: string): Promise<void> {
  await stage.text(
    `You said: ${quote(prompt)}. I am the demo agent: there is no model behind me and nothing was really run. ` +
      'Ask for demo:all to see what I can play.\n',
  )
}
