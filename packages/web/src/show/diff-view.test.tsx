import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { DiffView } from './diff-view.js'
import { changesOf } from './file-change.js'

const html = (tool: string, args: unknown) =>
  renderToStaticMarkup(<DiffView changes={changesOf(tool, args)} />)

describe('DiffView', () => {
  it('says what is put in and taken out, not by colour alone', () => {
    const markup = html('Edit', { file_path: 'src/a.ts', old_string: 'let a = 1', new_string: 'let a = 2' })
    expect(markup).toContain('<span class="unseen">removed: </span>let a = <mark>1</mark>')
    expect(markup).toContain('<span class="unseen">added: </span>let a = <mark>2</mark>')
    expect(markup).toContain('>+1</span>')
    expect(markup).toContain('>−1</span>')
    expect(markup).toContain('<span class="folder">src/</span>a.ts')
  })

  it('says of a file what happens to it', () => {
    expect(html('Write', { file_path: 'a', content: 'x' })).toContain('Whole file')
    expect(html('Edit', { file_path: 'a', old_string: 'x', new_string: 'y', replace_all: true })).toContain(
      'Every match',
    )
    const patch = html(
      'apply_patch',
      '*** Begin Patch\n*** Delete File: a\n*** Add File: b\n+x\n*** Update File: c\n*** Move to: d\n',
    )
    for (const word of ['Deleted', 'New file', 'Moved', ' → ']) expect(patch).toContain(word)
  })

  it('folds what is long', () => {
    const markup = html('Write', {
      file_path: 'a',
      content: Array.from({ length: 100 }, (_, at) => `n${at}`).join('\n'),
    })
    expect(markup).toContain('Show all 100 lines')
    expect(markup).not.toContain('n40')
  })

  it('shows what one would not see', () => {
    expect(html('Write', { file_path: 'a\u202e', content: '<b>\u200b' })).toContain('&lt;b&gt;\\u200b')
    expect(html('Write', { file_path: 'a\u202e', content: '' })).toContain('a\\u202e')
  })
})
