import { expect, it } from 'vitest'
import { notify, tempLog } from '../log/testing.js'
import type { Executor, ExecutorState } from './executor.js'
import { LocalExecutor, type LocalExecutorDeps } from './local-executor.js'
import { FlowSourceInHand, hooksFor, RunnerInHand, runnersInHand, settledTo, startFlows } from './testing.js'

/** An engine that is somewhere else: it does the work where it can be reached. */
class EngineElsewhere implements Executor {
  state: ExecutorState = { state: 'ready' }
  readonly #work: LocalExecutor
  readonly #listeners: ((state: ExecutorState) => void)[] = []
  #started = false

  constructor(deps: LocalExecutorDeps) {
    this.#work = new LocalExecutor(deps)
  }

  get running(): number {
    return this.#work.running
  }

  start(): void {
    if (this.state.state !== 'ready' || this.#started) return
    this.#started = true
    this.#work.start()
  }

  become(state: ExecutorState): void {
    this.state = state
    this.start()
    for (const listener of this.#listeners) listener(state)
  }

  onState(listener: (state: ExecutorState) => void): void {
    this.#listeners.push(listener)
  }

  wake(): void {
    this.#work.wake()
  }

  close(): Promise<void> {
    return this.#work.close()
  }
}

async function elsewhere(state: ExecutorState) {
  const { log } = await tempLog()
  const hook = new RunnerInHand()
  const engines: EngineElsewhere[] = []
  const { timeline } = await startFlows(log, {
    source: new FlowSourceInHand(hooksFor({ all: { type: 'notify_event' } })),
    runners: runnersInHand({ post_webhook: hook }),
    executor(deps) {
      const engine = new EngineElsewhere(deps)
      engine.state = state
      engines.push(engine)
      return engine
    },
  })
  const [engine] = engines
  if (!engine) throw new Error('no executor was asked for')
  const post = (n: number) => log.commit(notify('s', `e${n}`, { type: 'x', n }))
  const done = () => hook.tasks.map(({ fields }) => fields.get('n')).sort()
  return { log, engine, timeline, post, done }
}

it('says of each event whether the engine could be reached, keeps what it is to do, and has it done when it is back', async () => {
  const { log, engine, timeline, post, done } = await elsewhere({ state: 'unavailable', reason: 'refused' })
  await post(1)
  await settledTo(log, 'pending', 1)
  const away = log.head
  expect(timeline.at(away)).toEqual({ dispatch: 'temporal_unavailable', error: 'refused' })
  expect(done()).toEqual([])
  engine.become({ state: 'ready' })
  await post(2)
  await settledTo(log, 'done', 2)
  expect(done()).toEqual(['1', '2'])
  expect(timeline.at(log.head)).toEqual({ dispatch: 'queued' })
  expect(timeline.at(away).dispatch).toBe('temporal_unavailable')
})

it('says why an engine that fails takes nothing', async () => {
  const { log, engine, timeline, post } = await elsewhere({ state: 'ready' })
  engine.become({ state: 'failed', reason: 'the workflow is not registered' })
  await post(1)
  expect(timeline.at(log.head)).toEqual({ dispatch: 'failed', error: 'the workflow is not registered' })
})
