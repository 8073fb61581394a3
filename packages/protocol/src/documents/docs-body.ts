import { ABOUT } from './about.js'
import type { Chapter } from './chapter.js'
import { httpChapter } from './chapters/http.js'
import { breakable, escaped, html } from './html.js'
import { vocabularyChapters } from './vocabulary.js'

/** The page to read: everything of the vocabulary, and the HTTP side, as the inner HTML of a body. */
export function docsBody(): string {
  const [reading, ...rest] = vocabularyChapters()
  const chapters = [...(reading ? [reading] : []), httpChapter(), ...rest]
  return `<a class="skip" href="#text">Skip to the text</a>
<header class="docs-bar"><a class="home" href="/"><span class="mark" aria-hidden="true"></span>Signalbox</a><nav aria-label="Documents"><a href="/openapi.json">OpenAPI</a><a href="/asyncapi.json">AsyncAPI</a><a href="/openrpc.json">OpenRPC</a></nav></header>
<div class="docs">
<nav class="contents" aria-label="Contents">${contents(chapters)}</nav>
<main id="text">
<h1>Every word on the wire</h1>
<p class="lead">${escaped(ABOUT)}</p>
${html(chapters)}
</main>
</div>`
}

function contents(chapters: readonly Chapter[]): string {
  return `<ul>${chapters.map(({ id, title, sections = [] }) => `<li><a href="#${id}">${breakable(title)}</a>${sections.length === 0 ? '' : contents(sections)}</li>`).join('')}</ul>`
}
