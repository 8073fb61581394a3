import { useEffect, useState } from 'react'
import './command.css'

const SAID_MS = 2_000

/** Something to type, with a button that copies it. */
export function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])
  // Browsers offer the clipboard to secure pages only; elsewhere the text is selected with a click.
  const copy = navigator.clipboard && (() => navigator.clipboard.writeText(text).then(() => setCopied(true)))
  return (
    <div className="command">
      <pre>
        <code>{text}</code>
      </pre>
      {copy && (
        <button type="button" className="link" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      )}
    </div>
  )
}
