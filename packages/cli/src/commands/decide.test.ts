import { describe, expect, it } from 'vitest'
import { rememberedLines } from './decide.js'

const rule = { text: 'Always allow: Bash(npm i *) · in this project, for me', value: { type: 'addRules' } }

describe('rememberedLines', () => {
  it('says the rule that holds from now on, and nothing that is not taken over', () => {
    const mode = { text: 'Switch to acceptEdits mode · for this session', value: { type: 'setMode' } }
    const directory = { text: 'Allow work in /home/ada', value: { type: 'addDirectories' } }
    expect(rememberedLines({ data: { suggestions: [directory, mode, rule] } })).toEqual([rule.text])
  })

  it('says the patterns of agents that have no kinds of offers', () => {
    const pattern = { text: 'Always allow: bash npm * · for this session', value: { pattern: 'npm *' } }
    expect(rememberedLines({ data: { suggestions: [pattern] } })).toEqual([pattern.text])
  })

  it('hides nothing, and lives with none', () => {
    const odd = { ...rule, text: 'Always allow: Bash(a\u202eb)\u001b[2J' }
    expect(rememberedLines({ data: { suggestions: [odd] } })).toEqual([
      'Always allow: Bash(a\\u{202e}b)\\x1b[2J',
    ])
    expect(rememberedLines({ data: {} })).toEqual([])
  })
})
