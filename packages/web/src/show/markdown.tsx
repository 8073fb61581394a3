import { memo, useMemo } from 'react'
import { CodeBlock } from './code-block.js'
import { type MarkdownBlock, splitMarkdown } from './markdown-blocks.js'
import { markdownElements } from './markdown-elements.js'
import { proseText } from './prose-text.js'
import './markdown.css'

/** Signs that could still become a heading, a line or a fence: while they come they would make the text jump. */
const UNDECIDED = /(?<=^|\n)[ \t]{0,3}(?:[-=*_#>~+]{1,6}|`{1,2}|\d{1,3}[.)]?)[ \t]{0,4}$/

/** What an agent wrote, as it meant it to look. While it is `streaming` only its last part is read again. */
export const Markdown = memo(function Markdown({
  text,
  streaming = false,
}: {
  text: string
  streaming?: boolean
}) {
  const { blocks, targets } = useMemo(
    () => splitMarkdown(streaming ? text.replace(UNDECIDED, '') : text),
    [text, streaming],
  )
  const key = JSON.stringify(targets)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same targets stay the same object, so no block changes
  const known = useMemo(() => targets, [key])
  return (
    <div className="markdown foreign">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts stay where they are while the text grows
        <Block key={at} {...partOf(block)} targets={known} />
      ))}
    </div>
  )
})

interface Part {
  kind: MarkdownBlock['kind']
  source: string
  language: string
  targets: Readonly<Record<string, string>>
}

/** Plain values only: so a part that did not change is not drawn again. */
function partOf(block: MarkdownBlock): Omit<Part, 'targets'> {
  return block.kind === 'code'
    ? { kind: block.kind, source: block.code, language: block.language }
    : { kind: block.kind, source: block.source, language: '' }
}

const Block = memo(function Block({ kind, source, language, targets }: Part) {
  if (kind === 'code') {
    return language === '' ? <CodeBlock code={source} /> : <CodeBlock code={source} language={language} />
  }
  const text = proseText(source)
  return kind === 'plain' ? <p className="as-is">{text}</p> : markdownElements(text, targets)
})
