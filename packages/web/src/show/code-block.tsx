import { memo, useMemo } from 'react'
import { codePieces } from './code-words.js'
import { CopyButton } from './copy-button.js'
import { FoldButton, useFold } from './fold.js'
import { visibleText } from './visible-text.js'
import './code-block.css'

const MOST_LINES = 40
/** A line nobody reads to its end would make the page slow to lay out. */
const MOST_SIGNS = 400_000

/** Code as it stands, with a button to copy it; long code is folded. */
export const CodeBlock = memo(function CodeBlock({ code, language }: { code: string; language?: string }) {
  const lines = useMemo(() => visibleText(code.slice(0, MOST_SIGNS)).replace(/\n$/, '').split('\n'), [code])
  const fold = useFold(lines.length, MOST_LINES)
  const shown = fold.shown < lines.length ? lines.slice(0, fold.shown).join('\n') : lines.join('\n')
  const cut = code.length > MOST_SIGNS
  return (
    <div className="code-block">
      <div className="code-head">
        <CopyButton text={code} />
        {language && <span className="foreign">{visibleText(language).slice(0, 24)}</span>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className="foreign" tabIndex={0}>
        <code>
          {codePieces(shown, language).map(({ kind, text }, at) =>
            kind === 'plain' ? (
              text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name and never move
              <span key={at} data-kind={kind}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
      <FoldButton fold={fold} all={`Show all ${lines.length} lines`} />
      {cut && <p className="code-cut">The rest is too long to show. Copy takes all of it.</p>}
    </div>
  )
})
