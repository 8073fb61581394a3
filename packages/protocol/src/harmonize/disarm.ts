import { withoutTagStarts } from './last-resort.js'
import { TagTable } from './tag-table.js'
import { TAGS } from './tags.js'

let everyTag: TagTable | undefined

/** A text in which nothing is a tag any agent signals with: the sign that makes one is another. Nothing is taken out. */
export function disarmTags(text: string): string {
  everyTag ??= new TagTable(TAGS)
  return text.includes('<') ? withoutTagStarts(text, everyTag) : text
}
