import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entry, modelWith, NOW, permission, question, textOf } from '../test/watch-fixture.js'
import { ARC_MS } from './lamp.js'
import { told, type WatchModel } from './model.js'
import { press } from './press.js'
import { viewOf } from './view.js'
import { lineWidth } from './wrap-line.js'

const entries = [
  entry('shop', 'permission', 130, {
    requestId: 'req-of-shop',
    costMicroDollars: 420_000,
    pid: 4242,
    tmuxTarget: '%3',
  }),
  entry('api', 'busy', 12, { agent: 'codex', action: 'Edit: main.rs' }),
  entry('notes', 'idle', 600),
]
const requests = [permission('shop', 'npm publish --access public')]
const model = modelWith(entries, { requests, columns: 100, rows: 18 })
const view = (one: WatchModel) => textOf(viewOf(one, NOW, undefined))
const typed = (one: WatchModel, ...keys: string[]) =>
  keys.reduce(
    (now, text) => press(now, text === '\r' ? { press: 'enter' } : { press: 'text', text }, NOW).model,
    one,
  )

describe('the view', () => {
  it('shows the list, what the selected session asks, and the keys', () => {
    expect(view(model)).toBe(
      [
        '  Signalbox   ■ 1 needs you   ○ 1 idle   ● 1 working                                            live',
        '    STATE      NAME   AGENT   DOES                                            FOLDER      FOR   COST',
        '▌ ■ Needs you  shop   claude  Bash: npm publish --access public               ~/shop    2 min  $0.42',
        '  ○ Idle       notes  claude                                                  ~/notes  10 min',
        '  ● Working    api    codex   Edit: main.rs                                   ~/api      12 s',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '── shop  ■ Needs you for 2 min ─────────────────────────────────────────────────────────────────────',
        '  Wants to run:',
        '  │ npm publish --access public',
        '  claude · ~/shop · pid 4242 · tmux %3',
        '',
        '  a approve   d deny   ? help   q quit   g go to pane   / search   m mute   j k move',
      ].join('\n'),
    )
  })

  it('has room in 60 columns, and in 40', () => {
    const [head, titles, first] = view({ ...model, columns: 60 }).split('\n')
    expect(head).toBe('  Signalbox   ■ 1 needs you   ○ 1 idle   ● 1 working    live')
    expect(titles).toBe('    NAME   AGENT   DOES                                  FOR')
    expect(first).toBe('▌ ■ shop   claude  Bash: npm publish --access public   2 min')
    expect(
      view({ ...model, columns: 40 })
        .split('\n')
        .slice(0, 3),
    ).toEqual([
      '  Signalbox   ■ 1 needs you         live',
      '    NAME   DOES                      FOR',
      '▌ ■ shop   Bash: npm publish --…   2 min',
    ])
  })

  it('keeps the selected row in sight in a short terminal, and says which it is', () => {
    const many = modelWith(
      Array.from({ length: 30 }, (_, index) => entry(`s${index}`, 'idle', index)),
      { rows: 12 },
    )
    const low = { ...many, selected: 'id-of-s20' }
    expect(view(low)).toContain('▌ ○ Idle   s20')
    expect(view(low)).toContain(' 21 of 30 ──')
    expect(view(many)).toContain('▌ ○ Idle   s0')
    expect(view({ ...low, rows: 6 }).split('\n')).toHaveLength(6)
    expect(view({ ...low, rows: 6 })).toContain('▌ ○ Idle   s20')
  })

  it('names what it cannot show of a long request, and shows it when asked', () => {
    const long = permission('shop', Array.from({ length: 40 }, (_, index) => `echo ${index}`).join('\n'))
    const cut = modelWith(entries, { requests: [long], rows: 18 })
    expect(view(cut)).toContain('  … 32 more lines; v shows all of it')
    const whole = typed(cut, 'v')
    expect(view(whole)).toContain('  │ echo 12')
    expect(view({ ...whole, mode: { at: 'reading', from: 28, furthest: 28 } })).toContain('  │ echo 39')
  })

  it('shows what is typed, and where in the questions one is', () => {
    const denying = view(typed(model, 'd', 'not on a Friday'))
      .split('\n')
      .at(-1)
    expect(denying).toBe('  Deny, because › not on a Friday   Enter sends (may be empty), Esc leaves')
    const asked = question('shop', [
      { id: 'how', text: 'How?', type: 'choice', options: ['slow', 'fast'], descriptions: ['step by step'] },
      { id: 'sure', text: 'Sure?', type: 'confirm', required: false },
    ])
    const asking = modelWith(entries, { requests: [asked], rows: 20 })
    expect(view(asking)).toContain(
      [
        '  Asks you 2 questions:',
        '  │ How?',
        '  │   1 slow  step by step',
        '  │   2 fast',
        '  │ Sure?  (may be left open)',
      ].join('\n'),
    )
    expect(view(typed(asking, 'r'))).toContain('  Answer 1 ›    a number or a word')
    expect(view(typed(asking, 'r', '3', '\r'))).toContain('It is one of: 1 slow, 2 fast.')
    const second = view(typed(asking, 'r', '2', '\r'))
    expect(second).toContain('  │ How?  fast')
    expect(second).toContain('  Answer 2 ›    yes or no')
  })

  it('shows the end of what is too long to show', () => {
    const line = view(typed({ ...model, columns: 40 }, 'd', `${'x'.repeat(100)}end`))
      .split('\n')
      .at(-1)
    expect(line).toMatch(/^ {2}Deny, because › x+end$/)
  })

  it('has words for nothing, for nothing found, for a lost gateway and for help', () => {
    expect(view(modelWith([]))).toContain('  No sessions yet.')
    expect(view({ ...model, search: 'zzz' })).toContain('  No session fits "zzz". Esc shows all.')
    expect(view({ ...model, search: 'shop' }).split('\n')[0]).toMatch(/ \/shop {2}Esc shows all {3}live$/)
    expect(view({ ...model, search: 'a long search', columns: 50 }).split('\n')[0]).toMatch(
      /^ {2}Signalbox .* \/a long… {3}live$/,
    )
    const lost = told(model, { of: 'link', link: { state: 'reconnecting', retryAt: NOW + 4000 } }, NOW)
    expect(view(lost).split('\n')[0]).toMatch(/ reconnecting \(4 s\)$/)
    expect(view({ ...lost, search: 'shop' }).split('\n')[0]).toMatch(/ \/shop .* reconnecting \(4 s\)$/)
    expect(view(typed(model, '?'))).toContain('deny it, with a reason if you like')
  })

  it('says what was done above the keys', () => {
    const done = told(model, { of: 'notice', notice: { text: 'Approved: Bash: ls', bad: false } }, NOW)
    expect(view(done).split('\n').at(-2)).toBe('  Approved: Bash: ls')
  })

  it('says who can only be answered in their own terminal', () => {
    const blocked = modelWith([entry('cli', 'permission', 1, { agent: 'gemini', message: 'Shell: make' })])
    expect(view(blocked)).toContain(
      '  Shell: make\n  It can only be answered in its own terminal; g goes there.',
    )
  })

  it('moves the lamps of those at work, and nothing else', () => {
    const [one, other] = [0, ARC_MS].map((moment) => textOf(viewOf(model, NOW, moment)).split('\n'))
    const moved = one?.filter((line, index) => line !== other?.[index]) ?? []
    expect(moved).toEqual([expect.stringMatching(/^ {2}◐ Working {4}api /)])
  })

  it('fits every terminal, whatever it is told', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 60 })
    const some = fc.array(fc.record({ name: texts, action: texts, message: texts, cwd: texts }), {
      maxLength: 12,
    })
    const mode = fc.constantFrom('j', 'd', '?', 'v', '/', 'm')
    fc.assert(
      fc.property(
        some,
        texts,
        fc.integer({ min: 20, max: 140 }),
        fc.integer({ min: 4, max: 40 }),
        mode,
        (made, command, columns, rows, key) => {
          const listed = made.map((fields, index) =>
            entry(`s${index}`, index % 2 ? 'busy' : 'permission', index, fields),
          )
          const shown = typed(
            modelWith(listed, { requests: [permission('s0', command)], columns, rows }),
            key,
            'x',
          )
          const lines = viewOf(shown, NOW, NOW)
          expect(lines).toHaveLength(rows)
          for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(columns)
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
          expect(textOf(lines)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
        },
      ),
    )
  })
})
