import { ForeignLink } from '../foreign-link.js'
import { Children } from './children.js'
import { type Part, useProps } from './spec-context.js'
import './text-parts.css'

/** The states a word can mark; whatever else an agent says is none. */
const TONES: Readonly<Record<string, string>> = {
  success: 'good',
  positive: 'good',
  ok: 'good',
  warning: 'warn',
  caution: 'warn',
  error: 'bad',
  danger: 'bad',
  destructive: 'bad',
  critical: 'bad',
}
const SIGNS: Readonly<Record<string, string>> = { good: '✓', warn: '▲', bad: '✕', plain: '' }

/** Elements that say something. */
export const textParts = {
  Heading({ node }) {
    const props = useProps(node)
    const level = Math.min(4, Math.max(1, Number.parseInt(props.text('level').replace('h', ''), 10) || 2))
    const Heading = (['h3', 'h4', 'h5', 'h6'] as const)[level - 1] ?? 'h6'
    return (
      <Heading className="spec-heading" data-level={level}>
        {props.text('text', 'content', 'title', 'label')}
      </Heading>
    )
  },
  Text({ node }) {
    const props = useProps(node)
    return (
      <>
        <p className="spec-text" data-look={props.text('variant', 'tone') || undefined}>
          {props.text('text', 'content', 'value', 'label')}
        </p>
        <Children node={node} />
      </>
    )
  },
  Link({ node }) {
    const props = useProps(node)
    const href = props.text('href', 'url', 'to')
    return (
      <p className="spec-link">
        <ForeignLink href={href} text={props.text('label', 'text', 'title') || href} />
      </p>
    )
  },
  Badge({ node }) {
    const props = useProps(node)
    const tone = toneOf(props.text('variant', 'tone', 'color', 'type', 'status'))
    return (
      <span className="spec-badge" data-tone={tone}>
        {SIGNS[tone] && <span aria-hidden="true">{SIGNS[tone]} </span>}
        {props.text('text', 'label', 'content', 'value')}
      </span>
    )
  },
  Alert: ({ node }) => <Note node={node} kind="alert" />,
  Callout: ({ node }) => <Note node={node} kind="callout" />,
} as const satisfies Record<string, Part>

function Note({ node, kind }: Parameters<Part>[0] & { kind: 'alert' | 'callout' }) {
  const props = useProps(node)
  const tone = toneOf(props.text('type', 'variant', 'severity', 'tone'))
  const title = props.text('title')
  return (
    <div className={`spec-${kind}`} data-tone={tone}>
      {title && (
        <p className="spec-title">
          {SIGNS[tone] && <span aria-hidden="true">{SIGNS[tone]} </span>}
          {title}
        </p>
      )}
      <p className="spec-text">{props.text('message', 'content', 'text', 'description')}</p>
      <Children node={node} />
    </div>
  )
}

function toneOf(said: string): string {
  return Object.hasOwn(TONES, said) ? (TONES[said] ?? 'plain') : 'plain'
}
