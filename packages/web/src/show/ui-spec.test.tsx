import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UiSpec } from './ui-spec.js'
import { Unbroken } from './unbroken.js'

it('waits without a word until what draws it is there', () => {
  const spec = { root: 'a', elements: { a: { type: 'Text', props: { text: 'x' }, children: [] } }, state: {} }
  expect(renderToStaticMarkup(<UiSpec spec={spec} onSend={() => {}} />)).toBe('<div aria-busy="true"></div>')
})

it('shows something else once its content has failed', () => {
  expect(Unbroken.getDerivedStateFromError()).toEqual({ failed: true })
  const whole = new Unbroken({ instead: 'instead', children: 'content' })
  expect(whole.render()).toBe('content')
  whole.state = { failed: true }
  expect(whole.render()).toBe('instead')
})
