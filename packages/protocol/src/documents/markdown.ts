import type { Block, Chapter, Entry, Field } from './chapter.js'
import { codes } from './chapter.js'

/** Chapters as Markdown; `level` is that of their headings. */
export function markdown(chapters: readonly Chapter[], level = 2): string {
  return chapters.map((chapter) => chapterText(chapter, level)).join('\n')
}

function chapterText({ title, blocks, sections = [] }: Chapter, level: number): string {
  const heading = `${'#'.repeat(level)} ${title}\n`
  const parts = [heading, ...blocks.map(blockText), ...sections.map((part) => chapterText(part, level + 1))]
  return parts.join('\n')
}

function blockText(block: Block): string {
  if (block.kind === 'text') return `${block.text}\n`
  if (block.kind === 'list') return block.items.map((item) => `- ${item}\n`).join('')
  if (block.kind === 'table') return table(block.head, block.rows)
  return entriesTable(block.what, block.entries)
}

/** A column nobody fills is left out: not every chapter has twins. */
function entriesTable(what: string, entries: readonly Entry[]): string {
  const labels = Object.keys(entries[0]?.facts ?? {})
  const twins = entries.some((entry) => entry.also)
  const head = [what, ...(twins ? ['dot name'] : []), ...labels, 'fields', 'says']
  const rows = entries.map((entry) => [
    `\`${entry.name}\``,
    ...(twins ? [entry.also ? `\`${entry.also.name}\`` : ''] : []),
    ...labels.map((label) => entry.facts[label] ?? ''),
    fieldNames(entry.fields),
    entry.text,
  ])
  return table(head, rows)
}

function fieldNames(fields: readonly Field[]): string {
  return codes(fields.map(({ name, optional }) => (optional ? `${name}?` : name)))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(line).join('')
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`
}
