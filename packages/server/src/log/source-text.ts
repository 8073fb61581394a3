import type { Source } from '@signalbox/protocol'

const MAX_SHARED = 1000

const texts = new WeakMap<Source, string>()
const sources = new Map<string, Source>()

/** A source as it is stored. Most events come from a handful of sources: each is written once. */
export function sourceText(source: Source): string {
  let text = texts.get(source)
  if (text === undefined) {
    const { agent, via, nativeType, nativeId } = source
    text = JSON.stringify({ agent, via, nativeType, nativeId })
    texts.set(source, text)
  }
  return text
}

/** The source a stored text says; the same text gives the same object. */
export function sourceOf(text: string): Source {
  return shared(text, () => JSON.parse(text) as Source)
}

/** The one object for a source without native names. */
export function sharedSource(agent: string, via: string): Source {
  return shared(`${agent}\0${via}`, () => ({ agent, via }))
}

function shared(key: string, make: () => Source): Source {
  let source = sources.get(key)
  if (!source) {
    // Native ids are without number: those of long ago are let go.
    if (sources.size >= MAX_SHARED) sources.clear()
    source = make()
    sources.set(key, source)
  }
  return source
}
