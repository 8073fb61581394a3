import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown.js'

const html = (text: string, streaming = false) =>
  renderToStaticMarkup(<Markdown text={text} streaming={streaming} />)
    .replace(/^<div class="markdown foreign">/, '')
    .replace(/<\/div>$/, '')

const DRAWN: [what: string, text: string, markup: string][] = [
  [
    'headings stand below those of the page',
    '# a\n\n## b',
    '<h3 data-level="1">a</h3><h4 data-level="2">b</h4>',
  ],
  ['emphasis', '**a** *b* ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>'],
  ['an ordered list from its number', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['a quote', '> a', '<blockquote><p>a</p></blockquote>'],
  ['characters by their names', 'a &amp; b &mdash; &lt;', '<p>a &amp; b — &lt;</p>'],
  ['a line break of HTML', 'a<br>b', '<p>a<br/>b</p>'],
  [
    'a task list',
    '- [x] a',
    '<ul><li data-task="true"><span class="task" data-done="true" role="img" aria-label="Done"></span>a</li></ul>',
  ],
  ['HTML as text', '<b onclick="x()">a</b>', '<p>&lt;b onclick=&quot;x()&quot;&gt;a&lt;/b&gt;</p>'],
  [
    'a block of HTML as text',
    '<script>\nalert(1)\n</script>',
    '<p class="as-is">&lt;script&gt;\nalert(1)\n&lt;/script&gt;</p>',
  ],
]

describe('Markdown', () => {
  it.each(DRAWN)('%s', (_what, text, markup) => {
    expect(html(text)).toBe(markup)
  })

  it('draws tables with their alignment', () => {
    const table = html('| a | b |\n|:--|--:|\n| 1 | 2 |')
    expect(table).toContain('<th data-align="right">b</th>')
    expect(table).toContain('<td data-align="left">1</td>')
  })

  it('draws code as code, also while its fence is open', () => {
    expect(html('```ts\nconst a = 1')).toContain('<span data-kind="word">const</span> a = 1')
    expect(html('```ts\nconst a')).toBe(html('```ts\nconst a\n```'))
  })

  it('links lead where they say, and pictures are links', () => {
    const link = html('[docs](https://example.com/?a&amp;b)')
    expect(link).toContain('href="https://example.com/?a&amp;b"')
    expect(link).toContain('rel="noreferrer noopener"')
    expect(html('[google.com](https://evil.example)')).toContain('(to evil.example)')
    const picture = html('![a plan](https://example.com/p.png)')
    expect(picture).toContain('>Picture: a plan</a>')
    expect(picture).not.toContain('<img')
    expect(html('[a][b]\n\nwords\n\n[b]: https://example.com')).toContain('href="https://example.com/"')
  })

  it('what leads elsewhere is text that says where', () => {
    expect(html('[click](javascript:alert(1))')).toBe(
      '<p><span class="no-link">click<span class="link-target"> (javascript:alert(1))</span></span></p>',
    )
    expect(html('[auth.ts](src/auth.ts)')).toContain('(src/auth.ts)')
  })

  it('holds back, while the text comes, what would make it jump', () => {
    expect(html('title\n-', true)).toBe('<p>title</p>')
    expect(html('title\n\n#', true)).toBe('<p>title</p>')
    expect(html('title\n-')).not.toBe('<p>title</p>')
    expect(html('costs 5', true)).toBe('<p>costs 5</p>')
  })

  it('never throws, and no text makes a script, a handler or an address that is none', () => {
    const unit = fc.constantFrom(
      ...[
        '<script>',
        '<img src=x onerror=a>',
        '[a](',
        'javascript:x',
        ')',
        '](',
        '![',
        '`',
        '```',
        '\n',
        '\n\n',
      ],
      ...[
        '**',
        '_',
        '> ',
        '- ',
        '1. ',
        '|',
        '|-|',
        'https://a.example',
        '<https://b>',
        '&lt;',
        '&#106;',
        '[a]: ',
        '\\',
      ],
      ...['data:text/html,x', '\u0000', '\u202e', '\u001b[31m', ' ', 'word', '"', "'", '#'],
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), fc.boolean(), (parts, streaming) => {
        const markup = html(parts.join(''), streaming)
        expect(markup).not.toMatch(/<(?:script|img|iframe|style|object|svg)/i)
        expect(markup).not.toMatch(/<[^>]*\son\w+=/i)
        for (const [, href] of markup.matchAll(/<a href="([^"]*)"/g))
          expect(href).toMatch(/^(?:https?|mailto):/)
      }),
      { numRuns: 150 },
    )
  })

  it('is done with the worst of texts', () => {
    const worst = [
      '*a ',
      '_a__b_',
      '[',
      '![',
      '`a',
      '<',
      '> ',
      '1. ',
      'a\n> ',
      '| a ',
      '**a',
      '\\',
      '[a](',
      '~a~ ',
    ]
    for (const piece of worst) expect(html(piece.repeat(20_000 / piece.length))).not.toBe('')
  })
})
