/** What a template is made of: its own words, and names of what is put in. */
export type TemplatePart = { text: string } | { token: string }

/**
 * A template in its parts: `{{name}}` is put in, `{{{{` says `{{`, and what is never closed is text. Time linear in its
 * length.
 */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let text = ''
  let at = 0
  let close = -1
  for (let open = template.indexOf('{{'); open !== -1; open = template.indexOf('{{', at)) {
    text += template.slice(at, open)
    at = open + 2
    if (template.startsWith('{{', at)) {
      text += '{{'
      at += 2
      continue
    }
    if (close < at) close = placeOf(template, '}}', at)
    // It is never closed, or another one opens before it is.
    if (close === NOWHERE || placeOf(template, '{{', at) < close) {
      text += '{{'
      continue
    }
    if (text !== '') parts.push({ text })
    text = ''
    parts.push({ token: template.slice(at, close).trim() })
    at = close + 2
  }
  text += template.slice(at)
  if (text !== '') parts.push({ text })
  return parts
}

const NOWHERE = Number.POSITIVE_INFINITY

function placeOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at === -1 ? NOWHERE : at
}
