import { statSync } from 'node:fs'
import { join } from 'node:path'
import { FLOW_CONFIG_EXAMPLE } from '@signalbox/protocol/flow'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeFlowText } from './flow-file.js'
import { configWith, example, flow, kindOf, openStore } from './flow-store.fixture.js'

describe('flows that are put', () => {
  it('are kept as files that only their owner reads, and are there again after a restart', async () => {
    const { store, names, read, directory, open } = await openStore()
    const { config, warnings, revision } = await store.put(example())
    expect(config).toEqual(FLOW_CONFIG_EXAMPLE)
    expect(warnings).toMatchObject([{ trigger_id: 'plan-created' }])
    expect(names()).toEqual(['plan-created.flow.yaml'])
    expect(read('plan-created.flow.yaml')).toContain('message_template: "{{summary}}"')
    expect(statSync(join(directory, 'plan-created.flow.yaml')).mode & 0o777).toBe(0o600)
    const again = await open()
    onTestFinished(() => again.close())
    expect(again.current.config).toEqual(FLOW_CONFIG_EXAMPLE)
    expect(again.current.revision).toBe(revision)
  })

  it('keep their order, whatever their files are called', async () => {
    const { store, ids, open, names } = await openStore()
    await store.put(configWith('zebra', 'ant', 'Bee'))
    expect(ids()).toEqual(['zebra', 'ant', 'Bee'])
    const again = await open()
    onTestFinished(() => again.close())
    expect(again.current.config.triggers.map(({ id }) => id)).toEqual(['zebra', 'ant', 'Bee'])
    expect(names()).toContain('.order.json')
    await store.put(configWith('ant', 'Bee', 'zebra'))
    expect(ids()).toEqual(['ant', 'Bee', 'zebra'])
    expect(names()).not.toContain('.order.json')
  })

  it('have a file each, also when their ids look alike as names', async () => {
    const { store, names, ids } = await openStore()
    const alike = [
      'Plan A',
      'plan-a',
      'plan/a',
      '../../plan a',
      '計画',
      '計',
      'x'.repeat(200),
      '.hidden',
      'con',
    ]
    await store.put(configWith(...alike))
    expect(ids()).toEqual(alike)
    const files = names().filter((name) => name.endsWith('.flow.yaml'))
    expect(files).toHaveLength(alike.length)
    expect(files).toEqual(
      expect.arrayContaining(['plan-a.flow.yaml', 'plan-a-2.flow.yaml', 'flow.flow.yaml']),
    )
    await store.put(configWith(...alike.slice(1)))
    expect(ids()).toEqual(alike.slice(1))
  })

  it('leave files of flows that stay as they are alone, with their comments', async () => {
    const mine = `# by hand\n${writeFlowText([flow('mine')])}`
    const { store, read, names } = await openStore({
      'by hand.yaml': mine,
      'old.yaml': writeFlowText([flow('old')]),
    })
    await store.put(configWith('mine', 'new'))
    expect(read('by hand.yaml')).toBe(mine)
    expect(names()).toEqual(['by hand.yaml', 'new.flow.yaml'])
  })

  it('change only what they must in a file of several', async () => {
    const several = `# all of them\n${writeFlowText([flow('a'), flow('b'), flow('c')])}`
    const { store, read, names, ids } = await openStore({ 'all.yml': several })
    await store.putTrigger(flow('b', { label: 'B' }))
    expect(await store.deleteTrigger('a')).toBe(true)
    expect(names()).toEqual(['all.yml'])
    expect(read('all.yml')).toContain('# all of them')
    expect(store.current.config.triggers).toEqual([flow('b', { label: 'B' }), flow('c')])
    await store.deleteTrigger('b')
    await store.deleteTrigger('c')
    expect([ids(), names()]).toEqual([[], []])
  })

  it('are put one at a time too', async () => {
    const { store, ids } = await openStore()
    expect((await store.putTrigger(flow('a'))).created).toBe(true)
    expect((await store.putTrigger(flow('a', { label: 'A' }))).created).toBe(false)
    expect(await store.deleteTrigger('nobody')).toBe(false)
    expect(ids()).toEqual(['a'])
  })

  it('are refused where they would not fit into a file, with nothing changed', async () => {
    const { store, ids, names } = await openStore()
    const config = { agent_id: 'demo', message_template: 'x\n'.repeat(32_000) }
    const bindings = Array.from({ length: 10 }, () => ({
      activity_id: 'spawn_agent_session' as const,
      config,
    }))
    expect(await kindOf(store.putTrigger(flow('long', { bindings })))).toBe('tooLarge')
    expect([ids(), names()]).toEqual([[], []])
  })

  it('are a thousand at most', async () => {
    const most = Array.from({ length: 1000 }, (_, n) => flow(`t${n}`))
    const { store } = await openStore({ 'most.yaml': writeFlowText(most) })
    expect(await kindOf(store.putTrigger(flow('one too many')))).toBe('invalidMessage')
    expect((await store.putTrigger(flow('t7', { label: 'x' }))).created).toBe(false)
    expect(store.current.triggers.size).toBe(1000)
  })

  it('are refused when somebody else was faster, also by hand', async () => {
    const { store, write, ids } = await openStore()
    const { revision } = await store.put(configWith('a'))
    await store.put(configWith('a', 'b'), { ifMatch: ['other', revision] })
    expect(await kindOf(store.put(configWith(), { ifMatch: [revision] }))).toBe('preconditionFailed')
    expect(await kindOf(store.put(configWith(), { ifMatch: [] }))).toBe('preconditionFailed')
    const now = store.current.revision
    write('hand.yaml', writeFlowText([flow('hand')]))
    expect(await kindOf(store.deleteTrigger('a', { ifMatch: [now] }))).toBe('preconditionFailed')
    expect(await kindOf(store.putTrigger(flow('c'), { ifMatch: [now] }))).toBe('preconditionFailed')
    expect(ids()).toEqual(['a', 'b', 'hand'])
  })

  it('do not mix when many are put at once', async () => {
    const { store, ids } = await openStore()
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.putTrigger(flow(`t${n}`))))
    expect(ids()).toHaveLength(20)
    await Promise.all([store.put(configWith('x')), store.put(configWith('y', 'z'))])
    expect(ids()).toEqual(['y', 'z'])
  })
})
