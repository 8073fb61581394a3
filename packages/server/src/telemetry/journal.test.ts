import { describe, expect, it } from 'vitest'
import { Journal } from './journal.js'
import { JOURNAL_LEVELS, type JournalLevel } from './journal-level.js'

function written(level: JournalLevel) {
  const lines: string[] = []
  const journal = new Journal({ level, now: () => 1_700_000_000_000, write: (line) => void lines.push(line) })
  for (const each of JOURNAL_LEVELS) journal[each]('said', { tags: ['a'] })
  return lines
}

describe('the journal', () => {
  it('is one JSON object a line', () => {
    expect(written('error')).toEqual([
      '{"time":"2023-11-14T22:13:20.000Z","level":"error","message":"said","tags":["a"]}\n',
    ])
  })

  it.each(JOURNAL_LEVELS.map((level, index) => [level, JOURNAL_LEVELS.length - index] as const))(
    'from %s on has %i levels',
    (level, count) => {
      expect(written(level)).toHaveLength(count)
    },
  )

  it('is heard from info on, whatever is written', () => {
    const heard: unknown[] = []
    const journal = new Journal({
      ...{ level: 'error', now: () => 0, write: () => {} },
      note: (...entry) => void heard.push(entry),
    })
    for (const each of JOURNAL_LEVELS) journal[each]('said', { n: 1 })
    expect(heard).toEqual([
      ['info', 'said', { n: 1 }],
      ['warn', 'said', { n: 1 }],
      ['error', 'said', { n: 1 }],
    ])
  })
})
