import { describe, expect, it } from 'vitest'
import { jumpTo, type Machine, type Seat } from './tmux-jump.js'

const seat: Seat = { agent: 'claude', target: '%3', socket: '/tmp/tmux-1/default', host: 'box' }

/** A machine that notes what tmux was asked; `clients` look at its session. */
function machine(more: Partial<Machine> & { clients?: string; missing?: string } = {}) {
  const asked: string[] = []
  const made: Machine = {
    host: 'box',
    env: {},
    isOwnSocket: () => true,
    tmux: async (args) => {
      asked.push(args.join(' '))
      if (args.includes('display-message')) {
        if (more.missing !== undefined) throw Object.assign(new Error('no'), { code: more.missing })
        return 'work\n'
      }
      return args.includes('list-clients') ? (more.clients ?? '') : ''
    },
    ...more,
  }
  return { made, asked }
}

describe('jumpTo', () => {
  it('moves our own client where we are in the same tmux', async () => {
    const { made, asked } = machine({ env: { TMUX: '/tmp/tmux-1/default,99,0' } })
    expect(await jumpTo(seat, made)).toBe('You are in work.')
    expect(asked).toEqual([
      '-S /tmp/tmux-1/default display-message -p -t %3 #{session_name}',
      '-S /tmp/tmux-1/default select-window -t %3 ; select-pane -t %3',
      '-S /tmp/tmux-1/default switch-client -t %3',
    ])
  })

  it('shows it to whoever has that tmux open, where we are outside', async () => {
    const { made, asked } = machine({ clients: '/dev/pts/4\n', env: { TMUX: '/tmp/other,1,0' } })
    expect(await jumpTo(seat, made)).toBe('Its pane is shown where tmux session work is open.')
    expect(asked.join('\n')).not.toContain('switch-client')
  })

  it('uses the usual tmux where no other is known', async () => {
    const { socket: _none, ...usual } = seat
    const { made, asked } = machine({ env: { TMUX: '/tmp/tmux-1/default,99,0' } })
    await jumpTo(usual, made)
    expect(asked[0]).toBe('display-message -p -t %3 #{session_name}')
  })

  const { target: _nowhere, ...outside } = seat
  it.each<[string, Seat, Parameters<typeof machine>[0], string]>([
    [
      'on another machine',
      { ...seat, host: 'far' },
      {},
      'It runs on far; this is box. Its pane can be reached there.',
    ],
    ['not in tmux', outside, {}, 'claude was not started inside tmux, so there is no pane to go to.'],
    ['in a tmux of somebody else', seat, { isOwnSocket: () => false }, 'The tmux it was started in is gone.'],
    ['without tmux', seat, { missing: 'ENOENT' }, 'tmux is not installed here.'],
    ['without its pane', seat, { missing: '1' }, 'Its tmux pane %3 is gone.'],
    [
      'with nobody there',
      seat,
      {},
      'Nobody has tmux session work open. In another terminal: tmux -S /tmp/tmux-1/default attach -t work',
    ],
  ])('says why it cannot: %s', async (_case, one, more, sentence) => {
    await expect(jumpTo(one, machine(more).made)).rejects.toThrow(sentence)
  })
})
