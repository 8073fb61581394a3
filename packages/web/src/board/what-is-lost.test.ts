import { expect, it } from 'vitest'
import { whatIsLost } from './what-is-lost.js'

const OWN = '/home/ada/.signalbox/workspaces/01994f3a-0000-7000-8000-000000000001'

it.each([
  ['observed', null, /not touched; if it goes on, a new session begins\.$/],
  ['observed', '/home/ada/shop', /The files in ~\/shop stay\.$/],
  ['observed', OWN, /stay\.$/],
  ['driven', null, /^Its agent is ended\.$/],
  ['driven', '/home/ada/shop', /^Its agent is ended\. The files in ~\/shop stay\.$/],
  ['driven', OWN, /The folder that was made for it goes, too, with all that is in it\.$/],
] as const)('of one that is %s in %s', (origin, cwd, says) => {
  const [always, ofThis] = whatIsLost({ origin, cwd })
  expect(always).toContain('for good')
  expect(ofThis).toMatch(says)
})
