import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContext } from './read-context.js'

const read = (said: Record<string, string>) => readContext((name) => said[name])

const PROCESS = {
  pid: '4711',
  'pid-started': 'Mon Nov 16 08:00:00 2026',
  host: 'box',
  tty: '/dev/pts/3',
  'tmux-pane': '%5',
  'tmux-socket': '/tmp/tmux-1000/default',
}

describe('readContext', () => {
  it('is nothing but open when nothing is said', () => {
    expect(read({})).toEqual({ context: {}, wait: 'open', attended: true, ignored: [] })
    expect(read({ wait: '', pid: '', host: '' })).toEqual({
      context: {},
      wait: 'open',
      attended: true,
      ignored: [],
    })
  })

  it('has all that is said', () => {
    const said = {
      ...PROCESS,
      'event-id': 'e-1',
      'occurred-at': '1794770905728',
      late: '1',
      wait: 'poll',
      attended: '0',
    }
    expect(read(said)).toEqual({
      context: {
        eventId: 'e-1',
        occurredAt: 1794770905728,
        late: true,
        process: {
          pid: 4711,
          started: 'Mon Nov 16 08:00:00 2026',
          host: 'box',
          tty: '/dev/pts/3',
          tmuxPane: '%5',
          tmuxSocket: '/tmp/tmux-1000/default',
        },
      },
      wait: 'poll',
      attended: false,
      ignored: [],
    })
  })

  it.each([
    ['event-id', 'two words'],
    ['event-id', 'x'.repeat(129)],
    ['event-id', 'naïve'],
    ['occurred-at', '-1'],
    ['occurred-at', '0'],
    ['occurred-at', '1e3'],
    ['occurred-at', '9999999999999999'],
    ['late', 'yes'],
    ['wait', 'for ever'],
    ['attended', 'no'],
    ['pid', '0'],
    ['pid', '12.5'],
    ['pid', '99999999999'],
    ['host', 'a\tb'],
    ['host', 'x'.repeat(513)],
    ['tty', '\x1b[2J'],
  ])('ignores and names %s %j', (name, value) => {
    expect(read({ ...PROCESS, [name]: value }).ignored).toEqual([name])
  })

  it('knows no process without its machine or its number', () => {
    expect(read({ pid: '1', tty: '/dev/pts/1' }).context).toEqual({})
    expect(read({ host: 'box' }).context).toEqual({})
    expect(read({ ...PROCESS, pid: 'x' }).context).not.toHaveProperty('process')
  })

  it('never throws, and has only what it understood', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('event-id', 'occurred-at', 'pid', 'host', 'tty', 'wait'), fc.string()),
        (said) => {
          const { context, wait, ignored } = read(said)
          for (const name of ignored) expect(said[name]).not.toBe('')
          expect(['open', 'poll']).toContain(wait)
          if (context.process) expect(Number.isInteger(context.process.pid)).toBe(true)
        },
      ),
    )
  })
})
