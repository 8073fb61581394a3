import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { BadFiles } from './bad-files.js'
import type { FlowFileError } from './flow-api.js'
import { FlowsState } from './flows-state.js'

const drawn = (files: FlowFileError[], isAlone = false) =>
  renderToStaticMarkup(<BadFiles files={files} folder="/home/ada/flows" isAlone={isAlone} />)

describe('files that cannot be used', () => {
  it('are nothing when there are none', () => {
    expect(drawn([])).toBe('')
  })

  it('are named with their line, what is wrong, and what to do', () => {
    const markup = drawn([
      { file: '/home/ada/flows/a.yaml', line: 3, message: 'level must be one of info, error' },
    ])
    expect(markup).toContain('A file needs mending')
    expect(markup).toContain('>a.yaml, line 3<')
    expect(markup).toContain('level must be one of info, error')
    expect(markup).toContain('the other triggers go on')
    expect(markup).toContain('title="/home/ada/flows">~/flows<')
    expect(drawn([{ file: 'a.yaml', message: 'x' }], true)).not.toContain('the other triggers')
  })

  it('are counted by file, however much is wrong with one', () => {
    const markup = drawn([
      { file: 'a.yaml', line: 3, message: 'x is in b.yaml already' },
      { file: 'a.yaml', line: 9, message: 'y is in b.yaml already' },
    ])
    expect(markup).toContain('A file needs mending')
    expect(markup).toContain('a.yaml, line 9')
  })

  it('show what is hostile in them as text', () => {
    const markup = drawn([
      { file: '<b>.yaml', line: 1, column: 2, message: '\u001b[31m<img>\u202e' },
      { file: 'b.yaml', message: 'is empty' },
    ])
    expect(markup).toContain('2 files need mending')
    expect(markup).toContain('&lt;b&gt;.yaml, line 1, column 2')
    expect(markup).toContain('&lt;img&gt;')
    expect(markup).not.toContain('\u001b')
    expect(markup).not.toContain('\u202e')
  })
})

describe('the state of flows', () => {
  const said = (state: 'ready' | 'off' | 'unreadable') =>
    renderToStaticMarkup(<FlowsState flows={{ state, reason: 'EACCES', folder: '/home/ada/flows' }} />)

  it('is said when nothing is set off, with why and what to do', () => {
    expect(said('ready')).toBe('')
    expect(said('off')).toContain('Flows are off.')
    expect(said('off')).toContain('config.json')
    expect(said('unreadable')).toContain('title="/home/ada/flows">~/flows<')
    expect(said('unreadable')).toContain('EACCES')
  })
})
