/** One event of a stream of server-sent events. */
export interface ServerSent {
  event: string
  data: string
  /** Where it stands in its stream, if it says so. */
  id?: string
}

/** The events in what a stream sends, however it is cut into pieces. `heard` is called for all of it, pings too. */
export async function* readSse(
  pieces: AsyncIterable<Uint8Array>,
  heard: () => void = () => undefined,
): AsyncGenerator<ServerSent> {
  const decoder = new TextDecoder()
  let rest = ''
  let event = ''
  let data: string[] = []
  let id: string | undefined
  for await (const piece of pieces) {
    heard()
    rest += decoder.decode(piece, { stream: true })
    // A break that ends with the piece may be the first half of one.
    const end = rest.endsWith('\r') ? rest.length - 1 : rest.length
    const lines = rest.slice(0, end).split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + rest.slice(end)
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0)
          yield { event: event || 'message', data: data.join('\n'), ...(id === undefined ? {} : { id }) }
        event = ''
        data = []
        id = undefined
        continue
      }
      const [, name = '', value = ''] = /^([^:]*)(?:: ?([\s\S]*))?$/.exec(line) ?? []
      if (name === 'event') event = value
      else if (name === 'data') data.push(value)
      else if (name === 'id') id = value
    }
  }
}
