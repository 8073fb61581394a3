/** `&amp;` last: what it makes is not decoded again. */
const ENTITIES = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
] as const

/** Decodes the five entities of XML, once: `&amp;lt;` becomes `&lt;`. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return ENTITIES.reduce((decoded, [entity, character]) => decoded.replaceAll(entity, character), text)
}
