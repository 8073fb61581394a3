import { describe, expect, it } from 'vitest'
import { folderProblem } from './folder-problem.js'

describe('folderProblem', () => {
  it.each([
    ['EEXIST', '/x/flows is a file, not a folder; move it away'],
    ['EACCES', '/x/flows may not be used by this user; give it access'],
    ['ENOSPC', '/x/flows is on a disk that is full'],
    ['EWHAT', '/x/flows cannot be used: EWHAT'],
    ['constructor', '/x/flows cannot be used: constructor'],
  ])('of %s: %s', (code, said) => {
    expect(folderProblem('/x/flows', Object.assign(new Error('x'), { code }))).toBe(said)
  })

  it('of anything else is what it says', () => {
    expect(folderProblem('/x', new Error('odd'))).toBe('/x cannot be used: Error: odd')
  })
})
