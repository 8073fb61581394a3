import { describe, expect, it } from 'vitest'
import { notifyText } from './notify-text.js'

const REMINDER = '<system-reminder>for the model alone</system-reminder>\n'
const CONTEXT = '<environment_context>\n<cwd>/tmp</cwd>\n</environment_context>\n'

describe('notifyText', () => {
  it.each([
    ['a message before anything else', { text: 'c', summary: 'b', message: 'a' }, 'a'],
    [
      'what says something, not what is empty',
      { message: ' \n', summary: 7, heading: 'Route events' },
      'Route events',
    ],
    ['what the agent said last, as either spelling', { last_assistant_message: 'Done.' }, 'Done.'],
    ['a text as it is', { 'last-assistant-message': ' Vec<u8>\n' }, ' Vec<u8>\n'],
    ['a text without what is for the model', { prompt: `${REMINDER}Fix it` }, 'Fix it'],
    ['a text without colours', { message: '\u001b[31mred\u001b[0m' }, 'red'],
  ])('is %s', (_what, payload, text) => {
    expect(notifyText(payload)).toBe(text)
  })

  it('is nothing where no field tells anything', () => {
    expect(notifyText({ type: 'session-start', model: 'gpt-5' })).toBeUndefined()
    expect(notifyText({})).toBeUndefined()
  })

  it('knows the tags of one agent where it is said which', () => {
    const payload = { message: `${CONTEXT}Go on.` }
    expect(notifyText(payload)).toBe('Go on.')
    expect(notifyText(payload, 'codex')).toBe('Go on.')
    expect(notifyText(payload, 'claude')).toBe(payload.message)
    expect(notifyText(payload, 'an agent of tomorrow')).toBe('Go on.')
  })

  it('leaves the payload alone', () => {
    const payload = Object.freeze({ message: `${REMINDER}Fix it` })
    notifyText(payload)
    expect(payload.message).toBe(`${REMINDER}Fix it`)
  })
})
