import { homedir, hostname } from 'node:os'
import { UsageError } from '@signalbox/server/config'
import { render } from 'ink'
import type { GatewayAddress } from '../gateway/gateway-address.js'
import { refusalText } from '../gateway/refusal-text.js'
import { listRequests, respond } from '../gateway/requests.js'
import { takeScreen } from './alternate-screen.js'
import { followWatch } from './follow-watch.js'
import { FrameScreen } from './frame-screen.js'
import { emptyModel } from './model.js'
import { colourDepthOf, groundOf, painter } from './palette.js'
import { PendingRequests } from './pending-requests.js'
import type { Order } from './pressed.js'
import { jumpTo, type Seat, thisMachine } from './tmux-jump.js'
import { WatchApp } from './watch-app.js'
import type { WatchEntry } from './watch-entry.js'
import { WatchStore } from './watch-store.js'

/** The view on a terminal, until the person quits. */
export async function showWatch(address: GatewayAddress): Promise<void> {
  const { stdout, env } = process
  const leaving = new AbortController()
  const size = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 })
  const store = new WatchStore(emptyModel(size(), { host: hostname(), home: homedir() }), {
    carryOut: (order) => void carryOut(order),
    now: Date.now,
  })
  const pending = new PendingRequests(
    () => listRequests(address, 'pending'),
    (requests) => store.tell({ of: 'requests', requests }),
  )
  const say = (text: string, bad = false) => store.tell({ of: 'notice', notice: { text, bad } })
  const carryOut = async (order: Order) => {
    if (order.do === 'quit') return leaving.abort()
    try {
      if (order.do === 'jump') return say(await jumpTo(seatOf(order.entry), machine))
      await respond(address, order.request, order.body)
      say(order.done)
    } catch (error) {
      say(sentenceOf(error), true)
      await pending.refresh()
    }
  }
  const machine = thisMachine(hostname())

  let asked = ''
  let screen: { close: () => void } | undefined
  const following = followWatch(address, {
    signal: leaving.signal,
    tell: (told) => {
      store.tell(told)
      if (told.of === 'list') screen ??= openScreen()
      const asks = askedBy(store.model().board.values())
      if (told.of === 'list' || asks !== asked) void pending.refresh()
      asked = asks
    },
  })
  const openScreen = () => {
    const giveBack = takeScreen((exitCode) => {
      process.exitCode = exitCode
      leaving.abort()
    })
    const frames = new FrameScreen(
      (text) => void stdout.write(text),
      () => size().columns,
    )
    const ink = render(
      <WatchApp store={store} paint={painter(colourDepthOf(stdout, env), groundOf(env))} now={Date.now} />,
      // `debug` hands over whole frames, without going back over the last one.
      {
        stdout: frames as unknown as NodeJS.WriteStream,
        debug: true,
        exitOnCtrlC: false,
        patchConsole: false,
      },
    )
    const resized = () => {
      frames.forget()
      store.tell({ of: 'size', ...size() })
    }
    stdout.on('resize', resized)
    // What breaks the view ends it; it is told after the screen is given back.
    ink.waitUntilExit().then(
      () => leaving.abort(),
      (error) => {
        broken = error
        leaving.abort()
      },
    )
    return {
      close: () => {
        stdout.off('resize', resized)
        ink.unmount()
        giveBack()
      },
    }
  }
  let broken: unknown
  try {
    await following
  } finally {
    screen?.close()
  }
  if (broken !== undefined) throw broken
}

/** Which requests wait, as one text: when it changes they are fetched. */
function askedBy(entries: Iterable<WatchEntry>): string {
  return [...entries]
    .map(({ requestId, sessionId, state }) => `${sessionId} ${state} ${requestId ?? ''}`)
    .join('\n')
}

function seatOf({ agent, tmuxTarget, tmuxSocket, host }: WatchEntry): Seat {
  return {
    agent,
    ...(tmuxTarget === undefined ? {} : { target: tmuxTarget }),
    ...(tmuxSocket === undefined ? {} : { socket: tmuxSocket }),
    ...(host === undefined ? {} : { host }),
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof UsageError) return error.message
  return refusalText(error) ?? String(error)
}
