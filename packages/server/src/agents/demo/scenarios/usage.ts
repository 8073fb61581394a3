import type { Scenario } from '../scenario.js'

const MODEL = { model: 'demo-1', provider: 'signalbox' } as const

export const playUsage: Scenario = async (stage) => {
  await stage.text('I am the demo agent. These figures are scripted: ')
  await stage.say('usage_update', {
    ...MODEL,
    inputTokens: 1200,
    outputTokens: 150,
    cachedTokens: 800,
    costMicroDollars: 2100,
  })
  await stage.say('usage_context', { contextTokens: 1350, maxContextTokens: 200_000 })
  await stage.text('first 1,200 tokens in and 150 out, ')
  await stage.say('usage_update', {
    ...MODEL,
    inputTokens: 2600,
    outputTokens: 420,
    cachedTokens: 1900,
    costMicroDollars: 4800,
  })
  await stage.say('usage_context', { contextTokens: 3020, maxContextTokens: 200_000 })
  await stage.text('then 2,600 in and 420 out. No model was called and nothing was paid.\n')
}
