import { describe, expect, it } from 'vitest'
import { AgentCatalogue } from './catalogue.js'
import { DemoDriver } from './demo/demo-driver.js'

const demo = new DemoDriver()
const other = new DemoDriver()

describe('the catalogue of agents', () => {
  it('has every driver by its own name, as the demo agent', () => {
    const catalogue = new AgentCatalogue({ demo }, {})
    expect(catalogue.names()).toEqual(['demo'])
    expect(catalogue.find('demo')).toBe(demo)
  })

  it('has what was declared, by its kind', () => {
    const catalogue = new AgentCatalogue(
      { demo, other },
      { coder: { kind: 'other' }, actor: { kind: 'demo' } },
    )
    expect(catalogue.names()).toEqual(['actor', 'coder', 'demo', 'other'])
    expect(catalogue.find('coder')).toBe(other)
    expect(catalogue.find('actor')).toBe(demo)
  })

  it('has nothing else', () => {
    const catalogue = new AgentCatalogue({ demo }, { lost: { kind: 'acp' }, odd: { kind: 'constructor' } })
    expect(catalogue.names()).toEqual(['demo'])
    for (const name of ['lost', 'odd', 'codex', '', 'Demo', 'constructor', '__proto__', 'toString']) {
      expect(catalogue.find(name)).toBeUndefined()
    }
  })

  it('offers all of it to people, and says what cannot be started', () => {
    const catalogue = new AgentCatalogue({ demo }, { coder: { kind: 'demo' }, lost: { kind: 'acp' } })
    expect(catalogue.list()).toEqual([
      { id: 'coder', name: 'coder', available: true },
      { id: 'demo', name: 'Demo agent', available: true },
      { id: 'lost', name: 'lost', available: false, reason: 'no driver of the kind acp is here' },
    ])
  })

  it('lets nothing that is declared take the name of a driver', () => {
    expect(new AgentCatalogue({ demo, other }, { demo: { kind: 'other' } }).find('demo')).toBe(demo)
  })

  it('takes any name that was declared', () => {
    const declared = JSON.parse('{"__proto__": {"kind": "demo"}}')
    expect(new AgentCatalogue({ demo }, declared).find('__proto__')).toBe(demo)
  })
})
