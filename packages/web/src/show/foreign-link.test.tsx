import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ForeignLink } from './foreign-link.js'

const html = (href: string, text: string) => renderToStaticMarkup(<ForeignLink href={href} text={text} />)

it('says where it leads, and takes nothing along', () => {
  expect(html('https://example.com/a', 'the docs')).toBe(
    '<a href="https://example.com/a" title="https://example.com/a" target="_blank" rel="noreferrer noopener">the docs</a>',
  )
})

it('says it in plain sight when its text could make one think of another place', () => {
  expect(html('https://evil.example/', 'https://bank.example/')).toContain('(to evil.example)')
})

it('is text where it would lead anywhere else', () => {
  expect(html('javascript:alert(1)', 'x')).not.toContain('<a')
  expect(html('src/auth.ts', 'src/auth.ts')).toBe('<span class="no-link">src/auth.ts</span>')
  expect(html('', 'x')).toBe('<span class="no-link">x</span>')
  expect(html('x'.repeat(5000), 'y').length).toBeLessThan(400)
})
