import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { When } from './when.js'

it('is the time of day, with the day as its title', () => {
  const at = new Date(2026, 0, 28, 9, 5, 7).getTime()
  const markup = renderToStaticMarkup(<When at={at} />)
  expect(markup).toContain('title="2026-01-28 09:05:07"')
  expect(markup).toContain('>09:05:07</time>')
})

it('is nothing where there is no time', () => {
  expect(renderToStaticMarkup(<When at={Number.NaN} />)).toBe('')
})
