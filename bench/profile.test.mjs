import { describe, expect, it } from 'vitest'
import { threadSummary } from './profile.mjs'

/** @param {number} id @param {string} functionName @param {string} [url] */
const node = (id, functionName, url = '') => ({ id, callFrame: { functionName, url, lineNumber: 9 } })

describe('threadSummary', () => {
  it('adds up the time of each function and leaves idling aside', () => {
    const profile = {
      nodes: [
        node(1, 'run', 'file:///a/b/c/run.js'),
        node(2, '(idle)'),
        node(3, ''),
        node(4, 'run', 'file:///a/b/c/run.js'),
      ],
      samples: [1, 2, 3, 4],
      timeDeltas: [2_000_000, 9_000_000, 1_000_000, 1_000_000],
    }
    expect(threadSummary(profile, 5).split('\n')).toEqual([
      'busy 4.0 s, idle 9.0 s',
      ' 75.0 %  run  b/c/run.js:10',
      ' 25.0 %  (anonymous)',
    ])
    expect(threadSummary(profile, 1).split('\n')).toHaveLength(2)
  })
})
