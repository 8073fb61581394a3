import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { RenderedActivity } from '../flow-api.js'
import { ACTIVITIES } from '../flows.fixture.js'
import { RenderedRow } from './rendered-row.js'

const drawn = (activity: Omit<RenderedActivity, 'index'>) =>
  renderToStaticMarkup(<RenderedRow activity={{ index: 0, ...activity }} activities={ACTIVITIES} />)

it('has the words of the catalogue, and words where it has none', () => {
  const markup = drawn({
    activity_id: 'toast_notification',
    rendered: { message: 'Routes', content_type: 'text/plain', is_new: true },
  })
  expect(markup).toContain('>Show a toast<')
  expect(markup).toContain('>Message</dt><dd class="foreign">Routes<')
  expect(markup).toContain('>Content type<')
  expect(markup).toContain('>yes<')
})

it.each([
  ['{"text": "a"}', true],
  ['[1]', true],
  ['{{summary}}', false],
  ['12', false],
  ['plain', false],
])('%s is JSON: %s', (body, isJson) => {
  expect(drawn({ activity_id: 'x', rendered: { body } }).includes('rendered-json')).toBe(isJson)
})

it('says what is the matter, with the shape of a warning and as text', () => {
  const markup = drawn({ activity_id: 'x', rendered: {}, problem: 'no agent \u202e<b> is declared' })
  expect(markup).toContain('<svg')
  expect(markup).toContain('no agent &lt;b&gt; is declared')
})
