import { describe, expect, it } from 'vitest'
import { sharesGateway, stage } from './stage.fixture.js'

sharesGateway()

const REMINDER = '<system-reminder>Be brief.</system-reminder>'

describe('what an agent of ours says', () => {
  it('is clean where a person reads it as a message, and as it was where it must add up', async () => {
    const { driver, client, run, told } = await stage()
    await run()
    const { agent } = driver
    agent.text(`${REMINDER}\nThe answer\u001b[1m`)
    agent.say('tool_call', { toolCallId: 'c', toolName: 'bash', args: { command: REMINDER } })
    agent.say('tool_result', { toolCallId: 'c', status: 'success', output: `${REMINDER}\u001b[31m` })
    agent.say('plan_created', { planId: 'p', title: `${REMINDER}\nPlan`, steps: [] })
    agent.say('thread.name_complete', { name: '\u001b[31mTitle\u001b[0m' })
    agent.say('permission_requested', {
      requestId: 'r',
      toolName: 'bash',
      description: `${REMINDER}\nrm -rf build`,
    })
    await client.next('attention_raised')
    const events = await told()
    const of = (type: string) => events.find((event) => event.type === type)
    expect(of('message_complete')?.text).toBe(`${REMINDER}\nThe answer\u001b[1m`)
    expect(of('tool_call')?.args).toEqual({ command: REMINDER })
    expect(of('tool_result')?.output).toBe(`${REMINDER}\u001b[31m`)
    expect(of('plan_created')?.title).toBe('Plan')
    expect(of('thread.name_complete')?.name).toBe('Title')
    expect(of('permission_requested')?.description).toBe('rm -rf build')
    expect(of('attention_raised')?.message).toBe('rm -rf build')
  })

  it('also between its turns, when it is for a person', async () => {
    const { driver, client, run, told } = await stage()
    await run()
    driver.agent.say('turn_complete')
    await client.next('turn_complete')
    driver.agent.say('agent_notification', { message: `${REMINDER}\nThe build is done` })
    driver.agent.say('task_notification', { taskId: 't', status: 'completed', summary: 'Built' })
    driver.agent.say('task_notification', { taskId: 't', status: 'completed', summary: 'Built' })
    driver.agent.say('thread.name_complete', { name: 'Builds' })
    await client.next(({ name }) => name === 'Builds')
    const said = (await told()).filter(({ type }) => type.endsWith('_notification'))
    expect(said).toMatchObject([
      { message: 'The build is done', hook_event_type: 'notification' },
      { taskId: 't', summary: 'Built' },
    ])
  })

  it('is told in the words of the person, while the agent gets what they typed', async () => {
    const { driver, run, told } = await stage()
    const typed = '\u001b[31mFix\u001b[0m <task-notification> in the parser\n<task-notification>x'
    await run(typed)
    expect(driver.agent.prompts).toEqual([typed])
    const message = (await told()).find(({ type }) => type === 'user_message')
    expect(message?.content).toBe('Fix <task-notification> in the parser\n<task-notification>x')
  })
})
