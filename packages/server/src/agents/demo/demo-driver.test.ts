import { expect, it } from 'vitest'
import { tempDir } from '../../log/testing.js'
import type { Happening } from '../driver.js'
import { DemoDriver } from './demo-driver.js'
import { FakePace } from './testing.js'

it('runs an agent by the time on the wall', async () => {
  const driver = new DemoDriver()
  expect(driver.steer).toBe('native')
  const heard: Happening[] = []
  const session = { sessionId: 's-1', cwd: tempDir(), mode: 'implement' as const }
  const agent = await new Promise<Awaited<ReturnType<DemoDriver['start']>>>((resolve) => {
    const started = driver.start(session, {
      say: async (happening) => {
        heard.push(happening)
        if (heard.length === 3) resolve(await started)
      },
      gone: () => {},
    })
    void started.then((one) => one.prompt('demo:slow'))
    void started.then((one) => one.steer?.('now'))
  })
  expect(heard.map(({ type }) => type)).toEqual(['text_delta', 'text_delta', 'text_delta'])
  expect(heard[1]?.data.text).toContain('“now”')
  await agent.close()
})

it('gives every session an agent of its own', async () => {
  const driver = new DemoDriver(new FakePace())
  const firstCall = (sessionId: string) =>
    new Promise<unknown>((resolve) => {
      const listener = {
        say: async ({ type, data }: Happening) => void (type === 'tool_call' && resolve(data.toolCallId)),
        gone: () => {},
      }
      const session = { sessionId, cwd: tempDir(), mode: 'implement' as const }
      void driver.start(session, listener).then((agent) => agent.prompt('demo:tool-error'))
    })
  expect(await Promise.all([firstCall('s-1'), firstCall('s-2')])).toEqual(['tc-1', 'tc-1'])
})
