import { describe, expect, it } from 'vitest'
import { uiEvents } from '../registry/ui-events.js'
import { ACTIONS, BINDINGS, CATALOGUE_ID, COMPONENT_NAMES, COMPONENTS } from './catalogue.js'

describe('the catalogue', () => {
  it('has each component once', () => {
    expect(COMPONENT_NAMES).toHaveLength(26)
    expect(new Set(COMPONENT_NAMES).size).toBe(26)
  })

  it('has six actions and two bindings', () => {
    expect(Object.keys(ACTIONS)).toHaveLength(6)
    expect(Object.keys(BINDINGS)).toEqual(['$state', '$bindState'])
  })

  it('says of everything in one line what it is', () => {
    for (const group of [...Object.values(COMPONENTS), ACTIONS, BINDINGS]) {
      for (const about of Object.values(group)) expect(about).toMatch(/^[A-Z].{5,80}\.$/)
    }
  })

  it('is the one the registry shows, and has what its example uses', () => {
    expect(uiEvents.rows['ui.spec_start'].example.catalogId).toBe(CATALOGUE_ID)
    const { elements } = uiEvents.rows['ui.spec_complete'].example.spec as {
      elements: Record<string, { type: string }>
    }
    for (const { type } of Object.values(elements)) expect(COMPONENT_NAMES).toContain(type)
  })
})
