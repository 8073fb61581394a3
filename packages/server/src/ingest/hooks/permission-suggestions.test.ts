import { describe, expect, it } from 'vitest'
import { permissionSuggestions } from './permission-suggestions.js'

const rules = [{ toolName: 'Bash', ruleContent: 'npm test' }, { toolName: 'Read' }]

describe('permissionSuggestions', () => {
  it.each([
    [
      { type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' },
      'Always allow: Bash(npm test), Read · in this project, for me',
    ],
    [{ type: 'addRules', rules: [], behavior: 'deny' }, 'Always deny: this'],
    [
      { type: 'removeRules', rules: [{}], behavior: 'ask', destination: 'userSettings' },
      'No longer ask: any tool · in every project',
    ],
    [
      { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
      'Switch to acceptEdits mode · for this session',
    ],
    [
      { type: 'addDirectories', directories: ['/tmp', 7], destination: 'projectSettings' },
      'Allow work in /tmp · in this project, for everyone',
    ],
    [{ type: 'ofTomorrow', destination: 'moon' }, 'ofTomorrow · moon'],
    [{ type: 'toString', destination: 'constructor' }, 'toString · constructor'],
    [{}, 'Change the permissions'],
  ])('%j reads %s, and is kept as it was said', (value, text) => {
    expect(permissionSuggestions([value])).toEqual([{ text, value }])
  })

  it('are few and short', () => {
    const rules = [{ toolName: 'x'.repeat(2000) }]
    const [first, ...more] = permissionSuggestions(
      Array.from({ length: 100 }, () => ({ type: 'addRules', rules })),
    )
    expect(String(first?.text).length).toBeLessThan(600)
    expect(more).toHaveLength(9)
  })

  it.each([undefined, null, 'x', 7, {}, ['x', null]])('are none in %j', (offered) => {
    expect(permissionSuggestions(offered)).toEqual([])
  })
})
