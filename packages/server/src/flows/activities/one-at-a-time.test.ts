import { expect, it } from 'vitest'
import { OneAtATime } from './one-at-a-time.js'

it('lets one in, tells others when it is over, and knows keys apart', async () => {
  const one = new OneAtATime()
  let finish = (_came: string) => {}
  const first = one.run('a', () => new Promise<string>((resolve) => (finish = resolve)))
  const second = await one.run('a', async () => 'not run')
  expect(await one.run('b', async () => 'b')).toEqual({ came: 'b' })
  if (!('over' in second)) throw new Error('both were let in')
  finish('a')
  await second.over
  expect(await one.run('a', async () => 'again')).toEqual({ came: 'again' })
  expect(await first).toEqual({ came: 'a' })
})

it('goes on after one that failed', async () => {
  const one = new OneAtATime()
  const first = one.run('a', async () => {
    throw new Error('failed')
  })
  const second = await one.run('a', async () => 'not run')
  await expect(first).rejects.toThrow('failed')
  await ('over' in second ? second.over : undefined)
  expect(await one.run('a', async () => 'again')).toEqual({ came: 'again' })
})
