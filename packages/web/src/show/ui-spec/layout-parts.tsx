import { useState } from 'react'
import { Children } from './children.js'
import { choicesOf, Props, textOf } from './read-props.js'
import { type Part, useProps } from './spec-context.js'
import './layout-parts.css'

const GAPS: Readonly<Record<string, string>> = { none: '0', xs: '4', sm: '8', md: '12', lg: '20', xl: '28' }
const MOST_PARTS = 200

/** Elements that put others into their places. */
export const layoutParts = {
  Stack({ node }) {
    const props = useProps(node)
    const direction = /^(?:horizontal|row)/.test(props.text('direction', 'orientation')) ? 'row' : 'column'
    return (
      <div
        className="spec-stack"
        data-direction={direction}
        data-gap={GAPS[props.text('gap', 'spacing')] ?? '16'}
      >
        <Children node={node} />
      </div>
    )
  },
  Card({ node }) {
    const props = useProps(node)
    const title = props.text('title', 'heading')
    const about = props.text('description', 'subtitle')
    return (
      <section className="spec-card" aria-label={title || undefined}>
        {title && <p className="spec-title">{title}</p>}
        {about && <p className="spec-about">{about}</p>}
        <Children node={node} />
      </section>
    )
  },
  Grid({ node }) {
    const columns = Math.round(useProps(node).number('columns', 'cols') ?? 2)
    return (
      <div className="spec-grid" data-columns={Math.min(6, Math.max(1, columns))}>
        <Children node={node} />
      </div>
    )
  },
  Separator: () => <hr className="spec-line" />,
  Accordion({ node }) {
    const props = useProps(node)
    const items = props.list('items', 'sections').slice(0, MOST_PARTS)
    return (
      <div className="spec-accordion">
        {items.map((item, at) => {
          const part = new Props(item)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
            <details key={at}>
              <summary>{part.text('title', 'label', 'heading') || `Part ${at + 1}`}</summary>
              <p>{part.text('content', 'text', 'description', 'body')}</p>
            </details>
          )
        })}
        {node.children.map((child, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an element can be there twice
          <details key={at} open={items.length === 0 && at === 0}>
            <summary>
              {textOf(child.props.title ?? child.props.label) || `Part ${items.length + at + 1}`}
            </summary>
            <Children node={{ ...node, children: [child] }} />
          </details>
        ))}
      </div>
    )
  },
  Tabs: Tabs,
  TabContent: ({ node }) => <Children node={node} />,
  Timeline({ node }) {
    const items = useProps(node).list('items', 'events', 'steps').slice(0, MOST_PARTS)
    return (
      <ol className="spec-timeline">
        {items.map((item, at) => {
          const step = new Props(item)
          const when = step.text('date', 'time', 'timestamp')
          const about = step.text('description', 'content', 'detail')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name
            <li key={at} data-state={step.text('status', 'state') || undefined}>
              <span className="spec-step">{step.text('title', 'label', 'text') || textOf(item)}</span>
              {when && <span className="spec-when">{when}</span>}
              {about && <p className="spec-about">{about}</p>}
            </li>
          )
        })}
        {node.children.map((child, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an element can be there twice
          <li key={`child ${at}`}>
            <Children node={{ ...node, children: [child] }} />
          </li>
        ))}
      </ol>
    )
  },
} as const satisfies Record<string, Part>

function Tabs({ node }: Parameters<Part>[0]) {
  const props = useProps(node)
  const [chosen, setChosen] = useState<number | undefined>(undefined)
  const named = choicesOf(props.list('tabs', 'items'))
  const tabs = node.children.map((child, at) => {
    const own = new Props(child.props)
    const value = own.text('value', 'id', 'tab')
    const label = own.text('label', 'title') || named.find((tab) => tab.value === value)?.label
    return { value, label: label || named[at]?.label || value || `Tab ${at + 1}`, child }
  })
  const wanted = props.text('value', 'defaultValue')
  const first = Math.max(
    0,
    tabs.findIndex(({ value }) => value !== '' && value === wanted),
  )
  const shown = chosen ?? first
  return (
    <div className="spec-tabs">
      <div className="spec-tab-row">
        {tabs.map(({ label }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tabs have no other name
          <button key={at} type="button" aria-pressed={at === shown} onClick={() => setChosen(at)}>
            {label}
          </button>
        ))}
      </div>
      {tabs[shown] && <Children node={{ ...node, children: [tabs[shown].child] }} />}
    </div>
  )
}
