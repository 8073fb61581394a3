import { describe, expect, it } from 'vitest'
import { type Frame, postNotify, TestClient, testGateway } from '../../testing.js'

const without = (frames: Frame[], ...types: string[]) => frames.filter((frame) => !types.includes(frame.type))

describe('joining', () => {
  it('shows the snapshot, replays, and goes live', async () => {
    const gateway = await testGateway()
    await postNotify(gateway, 'Codex 1', {
      type: 'user-prompt-submit',
      'thread-id': 't',
      'turn-id': '1',
      prompt: 'Fix it',
    })
    const client = await TestClient.open(gateway)
    const frames = await client.join({ sessionId: 'Codex 1', afterSeq: 0 })
    const [snapshot] = frames
    expect(snapshot).toMatchObject({
      type: 'state_snapshot',
      session: { name: 'Codex 1', status: 'running' },
      currentTurn: { textSoFar: '', turnId: expect.stringMatching(/^turn_/) },
      recentHistory: [{ role: 'user', content: 'Fix it' }],
      subscriberCount: 1,
      sandbox: null,
      pendingRequests: [],
      plan: null,
    })
    expect(frames[1]).toMatchObject({
      type: 'stream_snapshot',
      textSoFar: '',
      thinkingSoFar: '',
      toolCalls: [],
    })
    const seqs = without(frames, 'state_snapshot', 'stream_snapshot', 'replay_complete').map(
      (frame) => frame.seq,
    )
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    expect(frames.at(-1)).toMatchObject({ type: 'replay_complete', lastSeq: snapshot?.lastSeq })
    await postNotify(gateway, 'Codex 1', { type: 'plan-L1-wip', level: 1 })
    expect(await client.next('notify_event')).toMatchObject({
      notify: { type: 'plan-L1-wip', payload: { type: 'plan-L1-wip', level: 1 } },
      seq: Number(snapshot?.lastSeq) + 1,
    })
  })

  it('takes several sessions, none when one of them does not exist', async () => {
    const gateway = await testGateway()
    for (const name of ['a', 'b']) await postNotify(gateway, name, { type: 'x' })
    const client = await TestClient.open(gateway)
    expect(await client.ask({ type: 'join_session', sessionIds: ['a', 'nowhere'] })).toMatchObject({
      code: 'SessionNotFound',
    })
    client.send({ type: 'join_session', sessionIds: ['a', 'b'] })
    await client.next('replay_complete')
    await client.next('replay_complete')
    await postNotify(gateway, 'b', { type: 'y' })
    await client.next('notify_event')
  })

  it('takes many, each from its own cursor and answered under its own ref', async () => {
    const gateway = await testGateway()
    for (const name of ['a', 'b']) for (const type of ['x', 'y']) await postNotify(gateway, name, { type })
    const client = await TestClient.open(gateway)
    client.send({
      type: 'join_session',
      joins: [
        { sessionId: 'a', afterSeq: 0, ref: 'of a' },
        { sessionId: 'nowhere', afterSeq: 5, ref: 'of nowhere' },
        { sessionId: 'b', afterSeq: 2, ref: 'of b' },
        { sessionId: 'b', afterSeq: 2, epoch: 'of another log', ref: 7 },
      ],
    })
    for (let ends = 0; ends < 3; ends++) await client.next('replay_complete')
    const answers = client.frames.filter((frame) => frame.ref !== undefined)
    expect(answers).toMatchObject([
      { type: 'state_snapshot', ref: 'of a', session: { name: 'a' } },
      { type: 'error', ref: 'of nowhere', code: 'SessionNotFound' },
      { type: 'state_snapshot', ref: 'of b', session: { name: 'b' } },
      { type: 'state_snapshot', ref: 7, session: { name: 'b' } },
    ])
    const b = answers[2]?.sessionId
    expect(
      client.frames.filter((frame) => frame.sessionId === b).map(({ type, seq }) => seq ?? type),
    ).toEqual(['state_snapshot', 3, 'replay_complete', 'state_snapshot', 'gap', 1, 2, 3, 'replay_complete'])
  })

  it('leaves after a join that was asked for before it, however many came first', async () => {
    const gateway = await testGateway()
    for (const name of ['a', 'b', 'c']) await postNotify(gateway, name, { type: 'x' })
    const client = await TestClient.open(gateway)
    client.send({ type: 'join_session', joins: ['a', 'b', 'c'].map((sessionId) => ({ sessionId })) })
    client.send({ type: 'leave_session', sessionId: 'c' })
    for (let ends = 0; ends < 3; ends++) await client.next('replay_complete')
    await client.ask({ type: 'get_history', sessionId: 'c' })
    await postNotify(gateway, 'c', { type: 'to-c' })
    await postNotify(gateway, 'a', { type: 'to-a' })
    await client.next('notify_event')
    expect(client.frames.filter((frame) => frame.type === 'notify_event')).toMatchObject([
      { notify: { type: 'to-a' } },
    ])
  })

  it('stops hearing a session it left', async () => {
    const gateway = await testGateway()
    for (const name of ['a', 'b']) await postNotify(gateway, name, { type: 'x' })
    const client = await TestClient.open(gateway)
    await client.join({ sessionId: 'a' })
    await client.join({ sessionId: 'b' })
    client.send({ type: 'leave_session', sessionId: 'a' })
    await client.ask({ type: 'ping', ts: 1 })
    await client.ask({ type: 'get_history', sessionId: 'a' })
    await postNotify(gateway, 'a', { type: 'to-a' })
    await postNotify(gateway, 'b', { type: 'to-b' })
    await client.next('notify_event')
    expect(client.frames.filter((frame) => frame.type === 'notify_event')).toMatchObject([
      { notify: { type: 'to-b' } },
    ])
  })

  it('finds everything again after a restart, by cursor', async () => {
    const gateway = await testGateway()
    await postNotify(gateway, 's', { type: 'one' })
    const client = await TestClient.open(gateway)
    const [snapshot] = await client.join({ sessionId: 's' })
    await postNotify(gateway, 's', { type: 'two' })
    await gateway.close('restart')
    expect(await client.next('server_shutdown')).toMatchObject({ reason: 'restart' })
    expect((await client.closed).code).toBe(1012)
    const again = await testGateway({ dataDir: gateway.dataDir })
    const after = await TestClient.open(again)
    const frames = await after.join({ sessionId: 's', afterSeq: snapshot?.lastSeq, epoch: snapshot?.epoch })
    expect(without(frames, 'state_snapshot', 'replay_complete')).toMatchObject([
      { type: 'notify_event', notify: { type: 'two' } },
    ])
  })

  it('renames twins for who asked for dot names', async () => {
    const gateway = await testGateway()
    await postNotify(gateway, 's', {
      type: 'agent-turn-complete',
      'turn-id': '1',
      'last-assistant-message': 'Done.',
    })
    const client = await TestClient.open(gateway, '?naming=dot')
    await client.join({ sessionId: 's' })
    const later = new TestClient(gateway.wsUrl)
    await later.next('connected')
    later.send({ type: 'authenticate', token: gateway.token, naming: 'dot' })
    await later.next('authenticated')
    const events = await later.ask({
      type: 'get_events',
      sessionId: 's',
      types: ['turn_complete', 'message.delta'],
    })
    expect(events.events).toMatchObject([{ type: 'turn_complete', finalText: 'Done.' }])
  })
})

describe('the order of joins and leaves', () => {
  it('is the order they were asked for', async () => {
    const gateway = await testGateway()
    for (const name of ['a', 'b']) await postNotify(gateway, name, { type: 'x' })
    const client = await TestClient.open(gateway)
    await client.join({ sessionId: 'b' })
    client.send({ type: 'join_session', sessionId: 'a', afterSeq: 0 })
    client.send({ type: 'leave_session', sessionId: 'a' })
    await client.next('replay_complete')
    await client.ask({ type: 'get_history', sessionId: 'a' })
    await postNotify(gateway, 'a', { type: 'to-a' })
    await postNotify(gateway, 'b', { type: 'to-b' })
    await client.next((frame) => frame.type === 'notify_event' && frame.seq === 3)
    const live = client.frames.filter((frame) => frame.type === 'notify_event' && frame.seq === 3)
    expect(live).toMatchObject([{ notify: { type: 'to-b' } }])
  })
})
