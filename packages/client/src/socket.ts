/** What this library needs of a WebSocket: the browser's, and that of the `ws` package, both have it. */
export interface Socket {
  send(data: string): void
  close(code?: number, reason?: string): void
  /** Ends without a word; `ws` has it. */
  terminate?(): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void
  addEventListener(type: 'error', listener: () => void): void
}

export type SocketConstructor = new (url: string) => Socket
