import type { SignalboxError } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { binding, EPOCH, outbox } from './outbox.fixture.js'
import { outboxClient } from './outbox-client.js'

/** A delivery that was given up, and who asks for another try; `meanwhile` is done once, between look-up and retry. */
function givenUp() {
  const box = outbox()
  const { offset, id: event, sessionId } = box.happen()
  const id = `${event}/hook/0`
  box.take(offset, [offset], [binding('hook', 'post_webhook')])
  const giveUp = () => {
    const due = box.due()
    box.begin(due)
    box.settle(due.map((row) => ({ ...keyOf(row), status: 'dead' as const, error: 'gone' })))
  }
  giveUp()
  let meanwhile = () => {}
  const { retry } = outboxClient(
    async (step) => {
      const first = meanwhile
      meanwhile = () => {}
      first()
      return box.step(step)
    },
    box.reader,
    EPOCH,
  )
  return {
    ...{ box, giveUp, sessionId },
    again: (url: string) =>
      retry('local', id, () => ({ url })).then(
        ({ status }) => status,
        ({ kind, message }: SignalboxError) => `${kind}: ${message}`,
      ),
    /** Somebody else was quicker, with a rule that says something else. */
    renewedTo(url: string) {
      const key = box.reads.deliveryKey('local', id)
      if (!key) throw new Error('it is there')
      box.step({ step: 'retry', key, renewed: { ...binding('hook', 'post_webhook'), config: { url } } })
    },
    onRetry(work: () => void) {
      meanwhile = work
    },
  }
}

const keyOf = ({ offset, binding: n }: { offset: number; binding: number }) => ({ offset, binding: n })
const BUSY = 'conflict: this delivery is going to be tried anyway'

describe('another try of a delivery whose rule was changed', () => {
  it('is granted to one of those who ask at once; the others hear that it is tried anyway', async () => {
    const { again, box } = givenUp()
    const answers = await Promise.all(Array.from({ length: 4 }, () => again('https://new.example.com/')))
    expect(answers).toEqual(['pending', BUSY, BUSY, BUSY])
    expect(box.due()).toMatchObject([{ attempts: 0, config: { url: 'https://new.example.com/' } }])
  })

  it('is granted again where the try somebody else was quicker to ask for has come to no good end', async () => {
    const { again, onRetry, renewedTo, giveUp, box } = givenUp()
    onRetry(() => {
      renewedTo('https://new.example.com/')
      giveUp()
    })
    expect(await again('https://newer.example.com/')).toBe('pending')
    expect(box.due()).toMatchObject([{ attempts: 0, config: { url: 'https://newer.example.com/' } }])
  })

  it('is not found where it went away meanwhile', async () => {
    const { again, onRetry, sessionId, box } = givenUp()
    onRetry(() => box.run({ kind: 'delete', tenantId: 'local', sessionId }))
    expect(await again('https://new.example.com/')).toBe('notFound: there is no such delivery')
  })
})
