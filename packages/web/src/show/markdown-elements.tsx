import { Lexer, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { CodeBlock } from './code-block.js'
import { ForeignLink } from './foreign-link.js'

/** Deeper than anybody writes; what is inside is shown as it stands. */
const DEEPEST = 24
const BREAK = /^<br\s*\/?>$/i
const ENTITY =
  /&(amp|lt|gt|quot|apos|#39|nbsp|copy|reg|trade|deg|mdash|ndash|hellip|rarr|larr|middot|bull|times);/g
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  rarr: '→',
  larr: '←',
  middot: '·',
  bull: '•',
  times: '×',
}

/** One block of markdown as elements; what cannot be read is shown as it stands. */
export function markdownElements(source: string, targets: Readonly<Record<string, string>>): ReactNode {
  try {
    const lexer = new Lexer({ gfm: true })
    for (const [label, href] of Object.entries(targets)) lexer.tokens.links[label] = { href, title: null }
    return drawn(lexer.lex(source), 0)
  } catch {
    return <p className="as-is">{source}</p>
  }
}

function drawn(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other name
  return tokens?.map((token, at) => <Fragment key={at}>{draw(token, depth)}</Fragment>)
}

type Draw<T> = (token: T, depth: number) => ReactNode
type Kinds = Tokens.Blockquote | Tokens.Br | Tokens.Checkbox | Tokens.Code | Tokens.Codespan | Tokens.Def
type MoreKinds =
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | Tokens.Heading
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.Image
type MostKinds =
  | Tokens.Link
  | Tokens.List
  | Tokens.Paragraph
  | Tokens.Space
  | Tokens.Strong
  | Tokens.Table
  | Tokens.Text
type Drawn = Kinds | MoreKinds | MostKinds

const DRAW: { readonly [Type in Drawn['type']]: Draw<Extract<Drawn, { type: Type }>> } = {
  space: () => null,
  def: () => null,
  br: () => <br />,
  hr: () => <hr />,
  paragraph: ({ tokens }, depth) => <p>{drawn(tokens, depth)}</p>,
  heading: ({ tokens, depth: level }, depth) => {
    // The page has its own first headings; those of a text stand below them.
    const Heading = (['h3', 'h4', 'h5', 'h6'] as const)[level - 1] ?? 'h6'
    return <Heading data-level={level}>{drawn(tokens, depth)}</Heading>
  },
  blockquote: ({ tokens }, depth) => <blockquote>{drawn(tokens, depth)}</blockquote>,
  list: (list, depth) => <List list={list} depth={depth} />,
  table: (table, depth) => <Table table={table} depth={depth} />,
  code: ({ text, lang }) => <Code text={text} lang={lang} />,
  html: ({ text, block }) =>
    BREAK.test(text) ? <br /> : block ? <p className="as-is">{text.trimEnd()}</p> : text,
  text: ({ text, tokens, escaped }, depth) =>
    tokens ? drawn(tokens, depth) : escaped === false ? decoded(text) : text,
  escape: ({ text }) => text,
  strong: ({ tokens }, depth) => <strong>{drawn(tokens, depth)}</strong>,
  em: ({ tokens }, depth) => <em>{drawn(tokens, depth)}</em>,
  del: ({ tokens }, depth) => <del>{drawn(tokens, depth)}</del>,
  codespan: ({ text }) => <code>{text}</code>,
  checkbox: ({ checked }) => (
    <span className="task" data-done={checked} role="img" aria-label={checked ? 'Done' : 'Open'} />
  ),
  link: ({ href, text, tokens, autolink }, depth) => (
    <ForeignLink href={autolink ? href : decoded(href)} text={autolink ? text : decoded(text)}>
      {drawn(tokens, depth)}
    </ForeignLink>
  ),
  image: ({ href, text }) => (
    <ForeignLink href={decoded(href)} text={`Picture: ${decoded(text) || decoded(href).slice(0, 80)}`} />
  ),
}

function draw(token: Token, depth: number): ReactNode {
  const kind = Object.hasOwn(DRAW, token.type) ? DRAW[token.type as Drawn['type']] : undefined
  if (kind === undefined || depth > DEEPEST) return token.raw
  return (kind as Draw<Token>)(token, depth + 1)
}

function List({ list, depth }: { list: Tokens.List; depth: number }) {
  const items = list.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name
    <li key={at} data-task={item.task || undefined}>
      {drawn(item.tokens, depth)}
    </li>
  ))
  const { start } = list
  if (list.ordered) return <ol start={start === '' ? 1 : start}>{items}</ol>
  return <ul>{items}</ul>
}

function Table({ table, depth }: { table: Tokens.Table; depth: number }) {
  const cell = (Cell: 'th' | 'td') => (it: Tokens.TableCell, at: number) => (
    <Cell key={at} data-align={it.align ?? undefined}>
      {drawn(it.tokens, depth)}
    </Cell>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="table" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>{table.header.map(cell('th'))}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <tr key={at}>{row.map(cell('td'))}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Code({ text, lang }: { text: string; lang: string | undefined }) {
  const language = lang?.split(/\s/, 1)[0]
  return language ? <CodeBlock code={text} language={language} /> : <CodeBlock code={text} />
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (_, name: string) => CHARACTERS[name] ?? '')
}
