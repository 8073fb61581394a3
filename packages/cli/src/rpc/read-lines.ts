/** The lines in what a stream sends, however it is cut into pieces; blank ones, which only keep it open, are left out. */
export async function* readLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let begun: string[] = []
  for await (const piece of pieces) {
    const [first = '', ...rest] = decoder.decode(piece, { stream: true }).split('\n')
    begun.push(first)
    for (const next of rest) {
      const line = begun.join('').trim()
      begun = [next]
      if (line !== '') yield line
    }
  }
}
