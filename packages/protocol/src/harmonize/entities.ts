const ENTITY = /&(?:lt|gt|amp|quot|apos);/g

const CHARACTER: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
}

/** Decodes the five entities of XML, once: `&amp;lt;` becomes `&lt;`. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (entity) => CHARACTER[entity] ?? entity)
}
