import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CodeBlock } from './code-block.js'
import { Json } from './json.js'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n')

describe('CodeBlock', () => {
  it('shows code with its language', () => {
    const markup = renderToStaticMarkup(<CodeBlock code={'let a\n'} language="ts" />)
    expect(markup).toContain('<code><span data-kind="word">let</span> a</code>')
    expect(markup).toContain('>ts</span>')
  })

  it('folds what is long, and says how long it is', () => {
    const long = renderToStaticMarkup(<CodeBlock code={lines(100)} />)
    expect(long).toContain('Show all 100 lines')
    expect(long).toContain('line 39\n'.trim())
    expect(long).not.toContain('line 40')
    expect(renderToStaticMarkup(<CodeBlock code={lines(45)} />)).not.toContain('Show all')
  })

  it('shows what one would not see, and says when it shows not all', () => {
    expect(renderToStaticMarkup(<CodeBlock code={'a\u202eb'} />)).toContain('a\\u202eb')
    expect(renderToStaticMarkup(<CodeBlock code={'a'.repeat(400_001)} />)).toContain('too long to show')
  })
})

describe('Json', () => {
  it('is readable, harmless and never throws', () => {
    expect(renderToStaticMarkup(<Json value={{ a: '<b>\u001b' }} />)).toContain('&lt;b&gt;\\u001b')
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(renderToStaticMarkup(<Json value={circle} />)).toContain('cannot be written')
    expect(renderToStaticMarkup(<Json value={undefined} />)).toContain('null')
  })
})
