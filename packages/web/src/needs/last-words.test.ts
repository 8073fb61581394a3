import type { HistoryItem } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { lastWords } from './last-words.js'

const item = (role: HistoryItem['role'], content: string): HistoryItem => ({
  id: content,
  role,
  content,
  createdAt: 1,
})

describe('what was said just before', () => {
  it('is the last prompt and the last answer to it', () => {
    const items = [
      item('user', 'Old'),
      item('assistant', 'Old answer'),
      item('user', 'Release 2.4.1'),
      item('assistant', 'I look around.'),
      item('assistant', 'All green.\nI publish now.'),
      item('assistant', ' '),
    ]
    expect(lastWords(items)).toEqual({ prompt: 'Release 2.4.1', said: 'All green. I publish now.' })
  })

  it('is no answer to an earlier prompt', () => {
    expect(lastWords([item('assistant', 'Done.'), item('user', 'Next')])).toEqual({
      prompt: 'Next',
      said: '',
    })
  })

  it('may be an answer whose prompt is far above, or nothing', () => {
    expect(lastWords([item('assistant', 'Going on')])).toEqual({ prompt: '', said: 'Going on' })
    expect(lastWords([])).toEqual({ prompt: '', said: '' })
  })

  it('is harmless and short, the beginning of a prompt and the end of an answer', () => {
    const long = `${'a'.repeat(300)}${'z'.repeat(300)}\u001b[31m\u202e`
    const { prompt, said } = lastWords([item('user', long), item('assistant', long)])
    expect(prompt).toMatch(/^a{280}…$/)
    expect(said).toMatch(/^…z{280}$/)
  })
})
