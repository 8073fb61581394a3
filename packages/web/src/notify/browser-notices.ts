import { type NotifyParts, type NotifyState, notifyState, rememberWish } from './notify-wish.js'

function parts(): NotifyParts {
  const permission =
    typeof Notification === 'undefined' || !window.isSecureContext ? undefined : Notification.permission
  return { permission, storage: storageOf() }
}

/** Some browsers refuse storage altogether. */
function storageOf(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

let current: NotifyState | undefined
const listeners = new Set<() => void>()

/** The wish of this browser, for all views of the page. */
export const browserNotices = {
  get(): NotifyState {
    current ??= notifyState(parts())
    return current
  },
  onChange(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Asks the browser, which asks the person: only ever after a click. */
  async turnOn(): Promise<void> {
    if (browserNotices.get() === 'impossible') return
    rememberWish(parts(), true)
    // The older way of asking takes a callback and gives nothing back.
    await Promise.resolve(Notification.requestPermission()).catch(() => {})
    change()
  },
  turnOff(): void {
    rememberWish(parts(), false)
    change()
  },
  /** Shows one; null where the browser has the word and not the thing, as on some phones. */
  show(
    key: string,
    { title, body }: { title: string; body: string },
    onClick: () => void,
  ): Notification | null {
    try {
      const notice = new Notification(title, { body, tag: key })
      notice.onclick = onClick
      return notice
    } catch {
      current = 'impossible'
      tell()
      return null
    }
  },
}

function change(): void {
  current = notifyState(parts())
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}
