import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.js'

describe('readArguments', () => {
  it('has defaults for everything', () => {
    expect(readArguments([], {})).toEqual({
      token: '',
      json: false,
      verbose: false,
      slow: false,
      checkReadme: false,
      help: false,
    })
  })

  it('takes an address with or without a slash, and the token from the environment', () => {
    const env = { SIGNALBOX_TOKEN: 'secret' }
    expect(readArguments(['--url', 'http://127.0.0.1:8080/', '--only', 'NOTIFY-003'], env)).toMatchObject({
      url: 'http://127.0.0.1:8080',
      token: 'secret',
      only: 'NOTIFY-003',
    })
    expect(readArguments(['--token', 'mine'], env).token).toBe('mine')
    expect(readArguments(['--token', '-begins-with-a-dash', '--json'], env)).toMatchObject({
      token: '-begins-with-a-dash',
      json: true,
    })
  })

  it.each([
    [['--url', 'here'], /address of a gateway/],
    [['--url', 'ws://127.0.0.1:8080'], /address of a gateway/],
    [['--url', 'http://127.0.0.1:8080/api'], /address of a gateway/],
    [['--nope'], /--help/],
    [['--token'], /--help/],
    [['NOTIFY-003'], /--help/],
    [['--check-readme', '--only', 'x'], /usual run/],
    [['--check-readme', '--slow'], /usual run/],
  ])('refuses %j with a sentence', (args, said) => {
    expect(() => readArguments(args, {})).toThrow(said)
  })
})
