import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../terminal/display-width.js'
import { paintFor } from '../terminal/paint.js'
import { toastLine } from './toast-line.js'

const plain = { paint: paintFor(false), width: () => 60 }
const toast = {
  type: 'toast' as const,
  level: 'info' as const,
  message: 'Plan ready',
  timestamp: new Date(2026, 0, 28, 9, 5, 7).toISOString(),
  session_id: 's',
}

describe('toastLine', () => {
  it.each([
    [{ level: 'info' }, '09:05:07 ● info      Shop  Plan ready'],
    [{ level: 'warning' }, '09:05:07 ▲ warning   Shop  Plan ready'],
    [{ level: 'error' }, '09:05:07 ✕ error     Shop  Plan ready'],
    [{ type: 'attention_raised' }, '09:05:07 ■ needs you Shop  Plan ready'],
    [{ type: 'attention_cleared' }, '09:05:07 ○ settled   Shop  Plan ready'],
    [{ timestamp: 'once' }, '--:--:-- ● info      Shop  Plan ready'],
  ] as const)('tells %j apart without colour', (more, line) =>
    expect(toastLine({ ...toast, ...more }, 'Shop', plain)).toBe(line),
  )

  it('paints the lamp, and steps back with what is settled', () => {
    const coloured = { paint: paintFor(true), width: () => 60 }
    expect(toastLine({ ...toast, level: 'error' }, 'Shop', coloured)).toContain(
      '\u001b[31m✕ error    \u001b[39m',
    )
    const settled = toastLine({ ...toast, type: 'attention_cleared' }, 'Shop', coloured)
    expect(settled).toContain('\u001b[2m○ settled  \u001b[22m')
  })

  it('is one line that fits, and harmless, whatever is said', () => {
    const unit = fc.oneof(
      fc.constantFrom('\n', '\u001b[31m', '\u001b]0;x\u0007', '日', '\u202e'),
      fc.string(),
    )
    fc.assert(
      fc.property(
        fc.array(unit).map((parts) => parts.join('')),
        unit,
        (message, session) => {
          const line = toastLine({ ...toast, message }, session, plain)
          expect(line).not.toMatch(/[\p{Cc}\u202e]/u)
          expect(displayWidth(line)).toBeLessThanOrEqual(60)
        },
      ),
    )
  })
})
