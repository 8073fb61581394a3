import { describe, expect, it } from 'vitest'
import { askedAgain } from './asked-again.js'
import { Failure } from './failure.js'

describe('askedAgain', () => {
  it('asks until it is right', async () => {
    let count = 0
    const signal = AbortSignal.timeout(60_000)
    const asked = askedAgain(
      { signal },
      'three',
      async () => ++count,
      (n) => n === 3,
    )
    expect(await asked).toBe(3)
    expect(count).toBe(3)
  })

  it('says what it was at last when time is over', async () => {
    const signal = AbortSignal.timeout(60)
    const asked = askedAgain(
      { signal },
      'four',
      async () => ({ n: 3 }),
      () => false,
    )
    await expect(asked).rejects.toThrow(
      new Failure('waited for four until its time was over; it was {"n":3}'),
    )
  })

  it('passes on what goes wrong', async () => {
    const signal = AbortSignal.timeout(60_000)
    const fails = () => Promise.reject(new Failure('answered by 500'))
    await expect(askedAgain({ signal }, 'x', fails, () => true)).rejects.toThrow('answered by 500')
  })
})
