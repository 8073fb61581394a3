import { describe, expect, it } from 'vitest'
import { sharedLog } from '../../log/shared-log.fixture.js'
import { draft, ingest } from '../../log/testing.js'
import { type Line, openRpcDoors } from './stream.fixture.js'

const shared = sharedLog()
let stories = 0

const ended = (line: Line) => line.method === 'turn/completed'

describe('resuming in the middle of a growing text, with the cursor a closed stream of all threads gives', () => {
  /** A stream that was closed when it had heard two pieces of an answer, and how to say more of it. */
  async function closedInText() {
    const doors = await openRpcDoors({ log: shared.log })
    const [a, b] = [`a${++stories}`, `b${stories}`]
    const { listen, log, devices, streams } = doors
    const say = (type: Parameters<typeof draft>[0], data: Parameters<typeof draft>[1] = {}, name = a) =>
      log.commit(ingest(name, [draft(type, data, { nativeTurnId: `turn of ${name}` })]))
    const { device, token } = await devices.add('phone')
    const headers = {
      authorization: '',
      'sec-fetch-site': 'same-origin',
      cookie: `signalbox_device=${token}`,
    }
    const reader = await listen('', headers)
    for (const name of [b, a]) {
      await say('turn_started', {}, name)
      await say('user_message', { content: 'Go', via: 'test' }, name)
      await say('text_delta', { text: 'one ' }, name)
    }
    await say('text_delta', { text: 'two ' })
    const seen = await reader.until(({ params }) => params.content?.text === 'one two ')
    streams.endDevice(device.id)
    const cursor = String((await reader.rest()).at(-1)?.params.cursor)
    const { thread_id, seq, offset } = seen.at(-1)?.params ?? {}
    expect(cursor).toBe(`${log.epoch}@${offset}~${thread_id}:${seq}`)
    const resumed = async (after = cursor) =>
      (await (await listen(`?after=${after}`)).until(({ params }) => params.thread_id === thread_id)).at(-1)
    return { ...doors, a, say, cursor, seen, resumed, thread_id }
  }
  const told = (line: Line | undefined) => [line?.method, line?.params.status, line?.params.content?.text]

  it('it is told as updated: neither its beginning nor that the input was taken again', async () => {
    const { say, resumed, cursor, seen } = await closedInText()
    await say('text_delta', { text: 'three ' })
    expect(told(await resumed())).toEqual(['item/updated', 'active', 'one two three '])
    expect((await resumed())?.params.item_id).toBe(seen.at(-1)?.params.item_id)
    expect(told(await resumed(cursor.replace('thread_', '')))).toEqual(told(await resumed()))
    // A place in the log alone does not tell how much of it was heard.
    expect(told(await resumed(cursor.split('~')[0]))).toEqual(['item/updated', 'completed', undefined])
  })

  it('its end is told as its end, when it came meanwhile', async () => {
    const { say, listen, cursor, thread_id } = await closedInText()
    await say('text_delta', { text: 'three ' })
    await say('turn_complete', { stopReason: 'end_turn' })
    const rest = (await (await listen(`?after=${cursor}`)).until(ended)).filter(
      ({ params }) => params.thread_id === thread_id,
    )
    expect(rest.map(told)).toEqual([
      ['item/updated', 'completed', 'one two three '],
      ['turn/completed', undefined, undefined],
    ])
  })

  it('what is heard of a thread that is not there, or never came so far, counts for nothing', async () => {
    const { resumed, cursor, thread_id, listen, a } = await closedInText()
    const whole = told(await resumed(cursor.split('~')[0]))
    expect(told(await resumed(cursor.replace(/:\d+$/, ':9999')))).toEqual(whole)
    const unknown = cursor.replace(thread_id, 'thread_01994f3a-0000-7000-8000-00000000dead')
    expect(told(await resumed(unknown))).toEqual(whole)
    const bad = await listen(`?after=${cursor}x`)
    expect(bad.response.statusCode).toBe(400)
    bad.vanish()
    const ofThread = await listen(`?thread_id=${a}&after=${cursor}`)
    expect(ofThread.response.statusCode).toBe(400)
    ofThread.vanish()
  })
})
