import type { Command } from '../command.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf } from '../gateway/gateway-address.js'
import { jsonLine } from '../terminal/json-line.js'
import { screenOf } from '../terminal/screen.js'
import { Desktop } from '../toasts/desktop.js'
import { readNotification } from '../toasts/read-notification.js'
import { SessionNames } from '../toasts/session-names.js'
import { toastLine } from '../toasts/toast-line.js'
import { followSse } from '../watch/follow-sse.js'

export const toasts: Command = {
  summary: 'Prints what flows say and who needs you, as it happens.',
  usage: `signalbox toasts [--desktop] [--json] ${ADDRESS_USAGE}`,
  details:
    '--desktop shows them on the desktop as well (notify-send on Linux, Notification Center on macOS). --json prints one\n' +
    'value per line. What comes while the connection is lost is told when it is back. Ctrl-C ends it.',
  options: { ...ADDRESS_OPTIONS, desktop: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(values) {
    const address = addressOf(values)
    const stopped = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopped.abort())
    const screen = screenOf(process.stdout)
    const names = new SessionNames(address)
    const desktop = values.desktop ? new Desktop({ warn: (sentence) => console.error(sentence) }) : undefined
    // One after the other, in the order they came: the name of a session may have to be asked for.
    let printed: Promise<void> = Promise.resolve()
    await followSse(address, {
      path: '/api/notifications/stream',
      what: 'toasts',
      signal: stopped.signal,
      lost: () => console.error('the connection was lost; trying again …'),
      tell({ event, data }) {
        if (event === 'gap') console.error('some are missing here: the gateway no longer has them')
        const notification = event === 'message' ? readNotification(data) : undefined
        if (notification) {
          printed = printed.then(async () => {
            const isNamed = !values.json || desktop !== undefined
            const session = isNamed ? await names.of(notification.session_id) : ''
            const line = values.json ? jsonLine(notification) : toastLine(notification, session, screen)
            screen.print(`${line}\n`)
            // That somebody is no longer needed is no news to a desktop.
            if (notification.type !== 'attention_cleared') void desktop?.show(notification, session)
          })
        }
        return event === 'replay_complete'
      },
    })
    await printed
  },
}
