import { expect, it } from 'vitest'
import { placeText } from './place-text.js'

it.each([
  ['/home/ada/shop', '~/shop'],
  ['/home/ada/.signalbox/workspaces/01a1e483-c97d-7000-96d0-ac28421213e7', 'its workspace'],
  ['/home/ada/workspaces/shop', '~/workspaces/shop'],
])('%s is %s', (cwd, said) => {
  expect(placeText(cwd)).toBe(said)
})
