import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const [dark = '', light = ''] = tokens.split('@media (prefers-color-scheme: light)')

/** The colours of a theme; the light one changes only what it names. */
function colours(...sheets: string[]): Record<string, string> {
  const pairs = sheets.flatMap((sheet) => [...sheet.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)])
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

describe.each([
  ['dark', colours(dark)],
  ['light', colours(dark, light)],
])('the %s theme', (_name, theme) => {
  const grounds = ['ground', 'raised', 'selected', 'needs-wash']
  const pairs = (names: string[]) => names.flatMap((name) => grounds.map((ground) => [name, ground] as const))

  it.each(pairs(['text', 'text-soft', 'text-faint', 'accent', 'lamp-needs', 'lamp-failed']))(
    '%s is read on %s',
    (text, ground) => {
      expect(contrast(theme[text] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(pairs(['lamp-needs', 'lamp-waiting', 'lamp-working', 'lamp-idle', 'lamp-failed']))(
    '%s is seen on %s',
    (lamp, ground) => {
      expect(contrast(theme[lamp] ?? '', theme[ground] ?? '')).toBeGreaterThanOrEqual(3)
    },
  )

  const shown = Object.keys(theme).filter((name) => /^(?:term|code)-/.test(name))
  it.each(shown)('%s is read where code stands', (name) => {
    expect(contrast(theme[name] ?? '', theme.raised ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  it.each([
    ['text', 'added-wash'],
    ['text', 'added-mark'],
    ['text', 'removed-wash'],
    ['text', 'removed-mark'],
    ['text-faint', 'added-wash'],
    ['text-faint', 'removed-wash'],
    ['added', 'ground'],
    ['added', 'added-wash'],
    ['removed', 'ground'],
    ['removed', 'removed-wash'],
  ])('%s is read on %s', (text, wash) => {
    expect(contrast(theme[text] ?? '', theme[wash] ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  it('the button is read', () => {
    expect(contrast(theme['on-accent'] ?? '', theme['accent-fill'] ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})
