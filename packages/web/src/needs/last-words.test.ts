import type { SessionEvent } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { lastWords } from './last-words.js'

let seq = 0
const at = (ts: number) => ({ sessionId: 's', seq: ++seq, ts, turnId: 't' })
const prompt = (content: string, ts = 1): SessionEvent => ({
  ...at(ts),
  ...{ type: 'user_message', itemId: 'i', content, via: 'ws' },
})
const said = (text: string, ts = 1): SessionEvent => ({ ...at(ts), type: 'message_complete', text })
const did = (command: string, toolCallId: string, ts = 1): SessionEvent => ({
  ...at(ts),
  ...{ type: 'tool_call', toolCallId, toolName: 'Bash', args: { command } },
})
const asked = { since: 10, toolCallId: 'now' }

describe('what was just before', () => {
  it('is the last prompt, and what the agent did and said since', () => {
    const events = [
      prompt('Old'),
      said('Old answer'),
      did('ls', 'c0'),
      prompt('Release 2.4.1'),
      said('I look around.'),
      did('npm test', 'c1'),
      said('All green.\nI publish now.'),
      said(' '),
      did('npm publish', 'now'),
    ]
    expect(lastWords(events, asked)).toEqual({
      prompt: 'Release 2.4.1',
      did: 'Run npm test',
      said: 'All green. I publish now.',
    })
  })

  it('is nothing that came after the request, and nothing of an earlier prompt', () => {
    const events = [said('Done.'), did('ls', 'c0'), prompt('Next'), said('Later', 11), prompt('After', 12)]
    expect(lastWords(events, asked)).toEqual({ prompt: 'Next', did: '', said: '' })
    expect(lastWords([], asked)).toEqual({ prompt: '', did: '', said: '' })
  })

  it('is harmless and short, the beginning of a prompt and the end of an answer', () => {
    const long = `${'a'.repeat(300)}${'z'.repeat(300)}\u001b[31m\u202e`
    const words = lastWords([prompt(long), said(long)], asked)
    expect(words.prompt).toMatch(/^a{280}…$/)
    expect(words.said).toMatch(/^…z{280}$/)
  })
})
