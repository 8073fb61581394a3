import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextStep, play, readScript } from './script.mjs'

const TOOLS = new Set(['Bash'])
const CALL = { call: [{ tool: 'Bash', args: { command: 'ls' } }] }
const user = (/** @type {string} */ text) => ({ role: /** @type {const} */ ('user'), text })
const model = (text = '') => ({ role: /** @type {const} */ ('model'), text })
const tool = (text = '') => ({ role: /** @type {const} */ ('tool'), text })

describe('readScript', () => {
  it('reads back what play wrote, whatever is around it', () => {
    const step = fc.record({ say: fc.string(), slow: fc.nat() }, { requiredKeys: [] })
    fc.assert(
      fc.property(fc.array(step), fc.string(), fc.string(), (steps, before, after) => {
        fc.pre(!before.includes('play(') && !`${before}play(`.startsWith('play(play('))
        expect(readScript(`${before}${play(...steps)}${after}`)).toEqual(steps)
      }),
    )
  })

  it('never fails', () => {
    fc.assert(fc.property(fc.string(), (text) => void readScript(`play(${text}`)))
    expect(readScript('play([1')).toBeUndefined()
    expect(readScript('play(])')).toBeUndefined()
    expect(readScript('play({"a":1})')).toBeUndefined()
    expect(readScript('play([a])')).toBeUndefined()
    expect(readScript('hello')).toBeUndefined()
  })

  it('takes the outer one where a script hands on another', () => {
    const inner = play({ say: 'inner' })
    const steps = [{ call: [{ tool: 'Agent', args: { prompt: inner } }] }]
    expect(readScript(play(...steps))).toEqual(steps)
  })
})

describe('nextStep', () => {
  const prompt = user(play(CALL, { say: 'well' }))

  it('goes on by what it has said since the prompt', () => {
    expect(nextStep([prompt], TOOLS)).toEqual(CALL)
    expect(nextStep([prompt, model(), tool()], TOOLS)).toEqual({ say: 'well' })
    expect(nextStep([prompt, model(), tool(), model(), user('and?')], TOOLS)).toEqual({ say: 'Done.' })
  })

  it('counts an answer of several items once', () => {
    expect(nextStep([prompt, model(), model(), tool(), tool()], TOOLS)).toEqual({ say: 'well' })
  })

  it('begins anew with a new script', () => {
    expect(nextStep([prompt, model(), tool(), model(), prompt], TOOLS)).toEqual(CALL)
  })

  it('does not take a script from what a tool said', () => {
    expect(nextStep([tool(play({ say: 'no' }))], TOOLS)).toEqual({ say: 'Hello from the model.' })
  })

  it('calls no tool it was not offered', () => {
    expect(nextStep([prompt], new Set())).toEqual({ say: 'A title' })
    const both = user(play({ call: [{ tool: 'Bash' }, { tool: 'Fly' }] }))
    expect(nextStep([both], TOOLS)).toEqual({ call: [{ tool: 'Bash' }] })
  })
})
