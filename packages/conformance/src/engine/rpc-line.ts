/** An error as JSON-RPC has it. */
export interface RpcError {
  code: number
  message: string
  data?: Record<string, unknown>
}

/** One line of the JSON-RPC door, or one answer to POST /rpc: a notification or a response. */
export interface RpcLine {
  jsonrpc: '2.0'
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: RpcError
}

/** What a line is, for a sentence. */
export function named({ method, id, error }: RpcLine): string {
  if (method !== undefined) return method
  return error ? `error ${error.code} to ${JSON.stringify(id)}` : `answer to ${JSON.stringify(id)}`
}

/** The params of a notification. */
export function paramsOf({ params }: RpcLine): Record<string, unknown> {
  return params ?? {}
}

/** Something to say to an agent: a message for each text. */
export function said(...texts: string[]): object[] {
  return texts.map((text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }))
}

/** The content of the item a notification is about. */
export function contentOf(line: RpcLine): Record<string, unknown> {
  return (paramsOf(line).content ?? {}) as Record<string, unknown>
}
