import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entry, HERE, NOW } from '../test/watch-fixture.js'
import { columnsFor, GAP, MARGIN, ORDER, type Widths } from './columns.js'
import { rowOf } from './row.js'

const context = { now: NOW, here: HERE, muted: new Set<string>(), requests: new Map() }
const rows = [
  rowOf(
    entry('shop', 'busy', 130, { action: 'Bash: npm test -- --run', costMicroDollars: 1_310_000 }),
    context,
  ),
  rowOf(entry('a-project-with-quite-a-long-name', 'idle', 4, { agent: 'opencode' }), context),
]
const shown = (widths: Widths) => ORDER.filter((name) => widths[name] > 0)
const total = (widths: Widths) =>
  shown(widths).reduce((sum, name) => sum + widths[name], MARGIN + GAP * (shown(widths).length - 1))

describe('columnsFor', () => {
  it('shows everything where there is room', () => {
    expect(shown(columnsFor(rows, 120))).toEqual(ORDER)
    expect(total(columnsFor(rows, 120))).toBe(120)
  })

  it('gives up what matters less, and never what it does', () => {
    expect(shown(columnsFor(rows, 80))).toEqual(expect.arrayContaining(['word', 'name', 'does', 'since']))
    expect(shown(columnsFor(rows, 60))).toEqual(['name', 'agent', 'does', 'since'])
    expect(shown(columnsFor(rows, 40))).toEqual(['name', 'does', 'since'])
  })

  it('has no column for what nobody has', () => {
    const [, without] = rows
    expect(shown(columnsFor(without ? [without] : [], 120))).not.toContain('cost')
  })

  it('is as wide as it needs where nothing is cut', () => {
    const widths = columnsFor(rows, Number.POSITIVE_INFINITY)
    expect(widths.name).toBe('a-project-with-quite-a-long-name'.length)
    expect(widths.does).toBe('Bash: npm test -- --run'.length)
  })

  it('is never wider than the terminal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 24, max: 300 }),
        fc.array(fc.string(), { maxLength: 5 }),
        (width, names) => {
          const some = names.map((name) =>
            rowOf(entry(`x${name}`, 'busy', 9, { action: name, name }), context),
          )
          expect(total(columnsFor([...rows, ...some], width))).toBeLessThanOrEqual(width)
        },
      ),
    )
  })
})
