import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DeliveryResponse } from './delivery-response.js'

it('says what a webhook answered, its body, and the rest folded', () => {
  const response = { status: 500, body: '{"error":"no"}', headers: { 'retry-after': '9' } }
  const markup = renderToStaticMarkup(<DeliveryResponse response={response} />)
  expect(markup).toContain('Answered 500.')
  expect(markup.indexOf('{&quot;error&quot;')).toBeGreaterThan(0)
  expect(markup.indexOf('{&quot;error&quot;')).toBeLessThan(markup.indexOf('<details>'))
  expect(markup).toContain('retry-after')
})

it('folds nothing where there is nothing', () => {
  const markup = renderToStaticMarkup(<DeliveryResponse response={{ status: 204, body: '' }} />)
  expect(markup).toContain('Answered 204.')
  expect(markup).not.toContain('<details>')
})

it('does not say twice what was answered', () => {
  const drawn = (error: string) =>
    renderToStaticMarkup(<DeliveryResponse response={{ status: 403 }} error={error} />)
  expect(drawn('the receiver answered 403')).not.toContain('Answered')
  expect(drawn('the answer was too long')).toContain('Answered 403.')
})
