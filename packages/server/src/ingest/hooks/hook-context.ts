/** What the one who brings a hook says beside its payload: what only the process that was called knows. */
export interface HookContext {
  eventId?: string
  occurredAt?: number
  late?: true
  process?: {
    pid: number
    started?: string
    host: string
    tty?: string
    tmuxPane?: string
    tmuxSocket?: string
  }
  wait: 'open' | 'poll'
}
