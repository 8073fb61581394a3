/** Whether this browser is to notify, and whether it does. */
export type NotifyState =
  /** Nobody asked for it. */
  | 'off'
  | 'on'
  /** The browser was told no, and does not ask again. */
  | 'refused'
  /** This browser has none, or not on a page like this. */
  | 'impossible'

const NAME = 'signalbox.notify'

export interface NotifyParts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  permission: NotificationPermission | undefined
}

/** What is so now, by what the person wished before and what the browser allows. Pure. */
export function notifyState({ storage, permission }: NotifyParts): NotifyState {
  if (permission === undefined) return 'impossible'
  if (permission === 'denied') return 'refused'
  return permission === 'granted' && storage?.getItem(NAME) === 'on' ? 'on' : 'off'
}

/** Keeps the wish for the next time. */
export function rememberWish({ storage }: Pick<NotifyParts, 'storage'>, on: boolean): void {
  if (on) storage?.setItem(NAME, 'on')
  else storage?.removeItem(NAME)
}
