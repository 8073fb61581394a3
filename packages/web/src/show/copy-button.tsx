import { useEffect, useState } from 'react'
import { visibleText } from './visible-text.js'
import './fold.css'

const SAID_MS = 2_000

/**
 * Copies a text of an agent as it is seen: what hides in it shall not come out where it is pasted. Browsers offer the
 * clipboard to secure pages only; elsewhere there is no button.
 */
export function CopyButton({ text, what = 'Copy' }: { text: string; what?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])
  if (typeof navigator === 'undefined' || !navigator.clipboard) return null
  const copy = () => navigator.clipboard.writeText(visibleText(text)).then(() => setCopied(true))
  return (
    <button type="button" className="small-action" onClick={copy}>
      {copied ? 'Copied' : what}
    </button>
  )
}
