import type { ReactNode } from 'react'
import { linkTarget } from './safe-link.js'

/** A link of an agent: it says where it leads, and leads there only when a person follows it. */
export function ForeignLink({ href, text, children }: { href: string; text: string; children?: ReactNode }) {
  const target = linkTarget(href, text)
  if (target === undefined) {
    const address = href.slice(0, 200)
    return (
      <span className="no-link">
        {children ?? text}
        {address !== '' && address !== text && <span className="link-target"> ({address})</span>}
      </span>
    )
  }
  return (
    <>
      <a href={target.href} title={target.href} target="_blank" rel="noreferrer noopener">
        {children ?? text}
      </a>
      {target.reallyTo !== undefined && <span className="link-target"> (to {target.reallyTo})</span>}
    </>
  )
}
