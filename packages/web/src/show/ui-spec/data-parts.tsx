import { CodeBlock } from '../code-block.js'
import { FoldButton, useFold } from '../fold.js'
import { ForeignLink } from '../foreign-link.js'
import { Children } from './children.js'
import { Props, textOf } from './read-props.js'
import { type Part, useProps } from './spec-context.js'
import { objectOf } from './spec-tree.js'
import './data-parts.css'

const MOST_ROWS = 20
const MOST_DRAWN = 1000
const MOST_COLUMNS = 30
/** Pictures that are in the text already: to fetch one would tell somebody that it was looked at. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=]{1,2000000}$/

/** Elements that show values. */
export const dataParts = {
  Metric({ node }) {
    const props = useProps(node)
    const detail = props.text('detail', 'change', 'trend', 'description', 'delta')
    return (
      <div className="spec-metric">
        <p className="spec-label">{props.text('label', 'title', 'name')}</p>
        <p className="spec-value">
          {props.text('value') || '–'}
          {props.text('unit', 'suffix') && <small> {props.text('unit', 'suffix')}</small>}
        </p>
        {detail && <p className="spec-about">{detail}</p>}
      </div>
    )
  },
  Table: Table,
  CodeBlock({ node }) {
    const props = useProps(node)
    const code = props.get('code', 'content', 'text')
    const language = props.text('language', 'lang')
    const text = typeof code === 'string' ? code : ''
    return language ? <CodeBlock code={text} language={language} /> : <CodeBlock code={text} />
  },
  Progress({ node }) {
    const props = useProps(node)
    const max = Math.max(props.number('max', 'total') ?? 100, Number.MIN_VALUE)
    const part = Math.min(1, Math.max(0, (props.number('value', 'progress') ?? 0) / max))
    const label = props.text('label', 'title')
    const percent = Math.round(part * 100)
    return (
      <div className="spec-progress">
        <p className="spec-label">
          <span>{label}</span>
          <span>{percent} %</span>
        </p>
        <progress value={percent} max={100} aria-label={label || 'Progress'} />
      </div>
    )
  },
  Image({ node }) {
    const props = useProps(node)
    const src = props.get('src', 'url', 'href')
    const alt = props.text('alt', 'caption', 'title')
    if (typeof src === 'string' && PICTURE.test(src))
      return <img className="spec-image" src={src} alt={alt} />
    const href = textOf(src)
    return (
      <p className="spec-link">
        <ForeignLink href={href} text={`Picture: ${alt || href.slice(0, 80)}`} />
      </p>
    )
  },
} as const satisfies Record<string, Part>

interface Column {
  key: string
  label: string
}

function Table({ node }: Parameters<Part>[0]) {
  const props = useProps(node)
  const all = props.list('rows', 'data', 'items')
  const rows = all.slice(0, MOST_DRAWN)
  const columns = columnsOf(props.list('columns', 'headers'), rows[0])
  const fold = useFold(rows.length, MOST_ROWS)
  const caption = props.text('caption', 'title')
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="spec-table" aria-label={caption || 'Table'} tabIndex={0}>
        <table>
          {caption && <caption>{caption}</caption>}
          <thead>
            <tr>
              {columns.map(({ key, label }, at) => {
                const numeric = typeof cellOf(rows[0], key, at) === 'number' || undefined
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                  <th key={at} scope="col" data-number={numeric}>
                    {label}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, fold.shown).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
              <tr key={at}>
                {columns.map(({ key }, place) => {
                  const value = cellOf(row, key, place)
                  return (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                    <td key={place} data-number={typeof value === 'number' || undefined}>
                      {textOf(value) || jsonOf(value)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <FoldButton
        fold={fold}
        all={`Show ${all.length > rows.length ? 'the first' : 'all'} ${rows.length} rows`}
      />
      {all.length > rows.length && <p className="spec-about">{all.length} rows in all</p>}
      <Children node={node} />
    </>
  )
}

function columnsOf(said: readonly unknown[], first: unknown): Column[] {
  if (said.length > 0) {
    return said.slice(0, MOST_COLUMNS).map((column) => {
      const props = new Props(column)
      const key = textOf(column) || props.text('key', 'accessor', 'field', 'id', 'name', 'label')
      return { key, label: props.text('label', 'header', 'title', 'name') || key }
    })
  }
  const names = Array.isArray(first) ? first.map((_, at) => `${at + 1}`) : Object.keys(objectOf(first))
  return names.slice(0, MOST_COLUMNS).map((key) => ({ key, label: textOf(key) }))
}

function cellOf(row: unknown, key: string, place: number): unknown {
  if (Array.isArray(row)) return row[place]
  if (typeof row !== 'object') return place === 0 ? row : undefined
  const cells = objectOf(row)
  return Object.hasOwn(cells, key) ? cells[key] : undefined
}

function jsonOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? textOf(JSON.stringify(value).slice(0, 200)) : ''
}
