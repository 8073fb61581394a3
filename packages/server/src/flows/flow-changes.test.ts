import type { Flow } from '@signalbox/protocol/flow'
import { describe, expect, it } from 'vitest'
import { flowChanges } from './flow-changes.js'
import { readFlowText, writeFlowText } from './flow-file.js'
import { flowSnapshot } from './flow-snapshot.js'
import { flow } from './flow-store.fixture.js'

/** What is to be done to files of these texts, by name. */
function changes(texts: Record<string, string>, wanted: readonly Flow[]) {
  const files = Object.entries(texts).map(([name, text]) => ({
    ...{ name, text, signature: text },
    content: readFlowText(text),
  }))
  const snapshot = flowSnapshot(files, { agents: [], order: [] })
  return flowChanges(new Map(files.map((file) => [file.name, file])), snapshot, wanted)
}

describe('the file of a new trigger', () => {
  it('has a name of its own, also on a disk that takes great and small letters for the same', () => {
    const texts = { 'Plan.flow.yaml': writeFlowText([flow('kept')]) }
    expect(changes(texts, [flow('kept'), flow('plan'), flow('PLAN')])).toEqual([
      { name: 'plan-2.flow.yaml', text: writeFlowText([flow('plan')]) },
      { name: 'plan-3.flow.yaml', text: writeFlowText([flow('PLAN')]) },
    ])
  })

  it('is not one that somebody is at work on, whatever its letters', () => {
    expect(changes({ 'PLAN.Flow.YAML': 'version: [' }, [flow('plan')])).toMatchObject([
      { name: 'plan-2.flow.yaml' },
    ])
  })
})

it('writes what is wanted before it removes what is not', () => {
  const texts = { 'a.flow.yaml': writeFlowText([flow('a')]), 'b.flow.yaml': writeFlowText([flow('b')]) }
  expect(changes(texts, [flow('b'), flow('c')])).toMatchObject([
    { name: 'c.flow.yaml', text: expect.any(String) },
    { name: 'a.flow.yaml', text: null },
  ])
})
