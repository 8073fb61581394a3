import type { Json } from '../event.js'
import type { Block, Chapter, Entry, Field } from './chapter.js'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as HTML shows it. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}

/** Text with `code` in backticks, as HTML. */
export function inline(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** Chapters as HTML; `level` is that of their headings. */
export function html(chapters: readonly Chapter[], level = 2): string {
  return chapters.map((chapter) => chapterHtml(chapter, level)).join('\n')
}

function chapterHtml({ id, title, blocks, sections = [] }: Chapter, level: number): string {
  const heading = `<h${level}><a href="#${id}">${inline(title)}</a></h${level}>`
  const parts = [heading, ...blocks.map(blockHtml), ...sections.map((part) => chapterHtml(part, level + 1))]
  return `<section id="${id}">\n${parts.join('\n')}\n</section>`
}

function blockHtml(block: Block): string {
  if (block.kind === 'text') return `<p>${inline(block.text)}</p>`
  if (block.kind === 'list') {
    return `<ul>${block.items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`
  }
  return block.kind === 'table' ? tableHtml(block.head, block.rows) : block.entries.map(entryHtml).join('\n')
}

function tableHtml(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${inline(text)}</${tag}>`).join('')}</tr>`
  // A table may be wider than a phone: it scrolls by itself, also by keyboard.
  return `<div class="wide" role="group" aria-label="${escaped(head.join(', ').replaceAll('`', ''))}" tabindex="0"><table><thead>${cells('th', head)}</thead><tbody>${rows
    .map((row) => cells('td', row))
    .join('\n')}</tbody></table></div>`
}

function entryHtml({ anchor, name, also, facts, text, fields, example }: Entry): string {
  const twin = also ? `<p class="also"><code id="${also.anchor}">${breakable(also.name)}</code></p>` : ''
  return `<article id="${anchor}">
<header><h4><a href="#${anchor}"><code>${breakable(name)}</code></a></h4>${twin}${factsHtml(facts)}</header>
<div><p>${inline(text)}</p>${fieldsHtml(fields)}${exampleHtml(example)}</div>
</article>`
}

function factsHtml(facts: Entry['facts']): string {
  const told = Object.entries(facts).filter(([, value]) => value !== '')
  if (told.length === 0) return ''
  const lines = told.map(([label, value]) => `<div><dt>${inline(label)}</dt><dd>${inline(value)}</dd></div>`)
  return `<dl class="facts">${lines.join('')}</dl>`
}

function fieldsHtml(fields: readonly Field[]): string {
  if (fields.length === 0) return ''
  const lines = fields.map(
    ({ name, optional, type }) =>
      `<div><dt><code>${escaped(name)}${optional ? '<i>?</i>' : ''}</code></dt><dd><code>${escaped(type)}</code></dd></div>`,
  )
  return `<dl class="fields">${lines.join('')}</dl>`
}

function exampleHtml(example: Json | undefined): string {
  if (example === undefined) return ''
  const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  return `<details><summary>Example</summary><pre><code>${escaped(text)}</code></pre></details>`
}

/** Long names break where a person would break them. */
export function breakable(name: string): string {
  return escaped(name).replace(/[_./]/g, '$&<wbr>')
}
