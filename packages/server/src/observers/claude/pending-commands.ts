import { childrenOf, commandLine, runsCommand } from './command-started.js'

/** How to look at processes; /proc, but in tests. */
export interface ProcessTree {
  childrenOf(pid: number): number[]
  commandLine(pid: number): string
}

const OWN_TREE: ProcessTree = { childrenOf, commandLine }

interface Waiting {
  sessionId: string
  requestId: string
  pid: number
  command: string
  /** What ran already when it was asked. */
  before: ReadonlySet<number>
}

/**
 * Commands a person is asked about. When one is allowed in the pane and takes long, nothing is written and no hook
 * called before it ends; but its shell is there.
 */
export class PendingCommands {
  readonly #tree: ProcessTree
  readonly #waiting = new Map<string, Waiting>()

  constructor(tree: ProcessTree = OWN_TREE) {
    this.#tree = tree
  }

  get size(): number {
    return this.#waiting.size
  }

  /** The agent with this process asks whether it may run this. */
  ask(sessionId: string, requestId: string, { pid, command }: { pid: number; command: string }): void {
    const before = new Set(this.#tree.childrenOf(pid))
    this.#waiting.set(keyOf(sessionId, requestId), { sessionId, requestId, pid, command, before })
  }

  ended(sessionId: string, requestId: string): void {
    this.#waiting.delete(keyOf(sessionId, requestId))
  }

  /** The requests whose command runs by now. */
  started(): { sessionId: string; requestId: string }[] {
    const all = [...this.#waiting.values()]
    return all.filter(({ pid, command, before }) => {
      const only = all.filter((other) => other.pid === pid).length === 1
      const fresh = this.#tree.childrenOf(pid).filter((child) => !before.has(child))
      return fresh.some((child) => runsCommand(this.#tree.commandLine(child), command, only))
    })
  }
}

function keyOf(sessionId: string, requestId: string): string {
  return `${sessionId} ${requestId}`
}
