import { expect, it } from 'vitest'
import { DOCUMENTS } from './documents.js'

it.each(Object.entries(DOCUMENTS))(
  '%s is the same every time, and ends with its last line',
  (_name, text) => {
    const once = text()
    expect(once === text()).toBe(true)
    expect(once.endsWith('\n') && !once.endsWith('\n\n')).toBe(true)
  },
)
