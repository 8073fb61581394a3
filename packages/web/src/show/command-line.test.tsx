import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CommandLine } from './command-line.js'

const html = (text: string) => renderToStaticMarkup(<CommandLine text={text} />)

describe('CommandLine', () => {
  it('underlines what is hard to take back and says why', () => {
    expect(html('rm x')).toContain(
      '<mark title="Deletes files">rm<span class="unseen"> (deletes files) </span></mark> x',
    )
  })

  it('shows every character of it', () => {
    expect(html('cat a\u202e\u001b[8m; rm <b>')).toContain('\\u202e')
    expect(html('a <b> & c')).toContain('a &lt;b&gt; &amp; c')
  })

  it('says what is marked in the part that is folded', () => {
    const long = [...Array.from({ length: 40 }, (_, at) => `echo ${at}`), 'rm -rf x'].join('\n')
    expect(html(long)).toContain('Show all 41 lines, 1 marked word below')
    expect(html(long)).not.toContain('echo 20')
  })

  it('folds a line that has no end', () => {
    const shown = html(`echo ${'x'.repeat(20_000)} && rm -rf x`)
    expect(shown).toContain('Show all 20,017 characters, 1 marked word below')
    expect(shown.length).toBeLessThan(4000)
    expect(html(`echo ${'x'.repeat(2000)}`)).not.toContain('Show all')
  })

  it('never cuts a sign in two', () => {
    const shown = html(`a${'🚂'.repeat(2000)}`)
    expect(shown).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
    expect(shown).toContain('Show all')
  })
})
