import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Terminal } from './terminal.js'

describe('Terminal', () => {
  it('is plain text until the emulator is there', () => {
    const markup = renderToStaticMarkup(<Terminal text={'\u001b[31m<b>\u001b[0m'} running={true} />)
    expect(markup).toContain('<pre class="terminal-text foreign">&lt;b&gt;</pre>')
    expect(markup).toContain('Running')
  })

  it('says how it ended, not by colour alone', () => {
    expect(renderToStaticMarkup(<Terminal text="x" running={false} exitCode={1} />)).toContain(
      '✕ Exit code 1',
    )
    expect(renderToStaticMarkup(<Terminal text="x" running={false} exitCode={0} />)).toContain('Ended well')
    expect(renderToStaticMarkup(<Terminal text="x" running={false} />)).not.toContain('terminal-end')
    expect(renderToStaticMarkup(<Terminal text="" running={false} />)).toContain('No output')
  })
})
