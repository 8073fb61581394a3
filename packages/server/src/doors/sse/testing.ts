import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'

/** One block of a stream, read as the standard says; comments are kept to be looked at. */
export interface Block {
  id?: string
  event?: string
  data?: string
  retry?: string
  comment?: string
}

/** A reader of server-sent events that waits for what comes next. */
export class StreamReader {
  readonly response: IncomingMessage
  readonly #blocks: AsyncIterator<Block>

  constructor(response: IncomingMessage) {
    this.response = response
    this.#blocks = blocksOf(response)
  }

  /** Sends the request and waits for the head of its answer. */
  static async open(request: ClientRequest): Promise<StreamReader> {
    request.on('error', () => undefined)
    request.end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    return new StreamReader(response)
  }

  /** The next block; undefined when the stream has ended. */
  async next(): Promise<Block | undefined> {
    const { value, done } = await this.#blocks.next()
    return done ? undefined : value
  }

  /** The blocks up to and with the first that fits. */
  async until(fits: (block: Block) => boolean): Promise<Block[]> {
    const blocks: Block[] = []
    for (let block = await this.next(); block; block = await this.next()) {
      blocks.push(block)
      if (fits(block)) return blocks
    }
    throw new Error(`the stream ended after ${JSON.stringify(blocks.at(-1))}`)
  }
}

async function* blocksOf(response: IncomingMessage): AsyncGenerator<Block> {
  let text = ''
  response.setEncoding('utf8')
  for await (const chunk of response) {
    text += String(chunk)
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield parseBlock(block)
  }
}

/** Throws on anything but one line each of the known fields. */
export function parseBlock(text: string): Block {
  const block: Record<string, string> = {}
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field = '', value = ''] = /^(id|event|data|retry|): (.*)$/su.exec(line) ?? []
    const name = field === '' ? 'comment' : field
    if (!/^(id|event|data|retry|): /.test(line) || name in block)
      throw new Error(`bad line ${JSON.stringify(line)}`)
    block[name] = value
  }
  return block
}
