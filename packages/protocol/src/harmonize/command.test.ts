import { describe, expect, it } from 'vitest'
import { commandOf } from './command.js'

describe('commandOf', () => {
  it.each([
    [{ 'command-name': '/review' }, '/review', 'review', ''],
    [{ 'command-name': ' review\n', 'command-args': '' }, '/review', 'review', ''],
    [{ 'command-name': '/review', 'command-args': ' a  b\nc ' }, '/review a  b\nc', 'review', 'a  b\nc'],
    [
      { 'command-message': 'review is running…', 'command-name': '/review', 'command-args': 'x' },
      '/review x',
      'review',
      'x',
    ],
    [{ 'command-name': '/plugin:do', 'command-contents': 'Do it all.' }, '/plugin:do', 'plugin:do', ''],
    [{ 'command-message': 'review', 'command-args': 'x' }, '/review x', 'review', 'x'],
    [{ 'command-message': 'review is running…' }, 'review is running…', '', ''],
    [{ 'command-contents': 'Do it all.' }, 'Do it all.', '', ''],
    [{ 'command-args': 'only words' }, 'only words', '', 'only words'],
    [{ 'command-name': '/', 'command-args': 'x' }, 'x', '', 'x'],
    [{}, '', '', ''],
  ])('reads %j as %j', (tags, text, name, args) => {
    expect(commandOf(tags)).toEqual({ text, name, args })
  })
})
