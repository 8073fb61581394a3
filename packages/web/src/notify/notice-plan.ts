import type { NeedItem } from '../needs/need-list.js'

/** What the browser was told, by the key of what needs a person. */
export interface NoticeState {
  /** Everything that was there once: told, or seen by somebody who looked. */
  known: ReadonlySet<string>
  /** What is shown just now. */
  shown: ReadonlySet<string>
}

export interface NoticePlan extends NoticeState {
  show: readonly NeedItem[]
  close: readonly string[]
}

/** What waits when the page opens is on the page. */
export function firstNotices(items: readonly NeedItem[]): NoticeState {
  return { known: new Set(items.map(({ key }) => key)), shown: new Set() }
}

/**
 * Which notifications to show and to close: one for each thing that began to wait while nobody looked at the page;
 * closed when it is over. Pure.
 */
export function planNotices(
  { known, shown }: NoticeState,
  items: readonly NeedItem[],
  { wanted, looking }: { wanted: boolean; looking: boolean },
): NoticePlan {
  const keys = new Set(items.map(({ key }) => key))
  const show = wanted && !looking ? items.filter(({ key }) => !known.has(key)) : []
  const close = [...shown].filter((key) => !keys.has(key) || !wanted)
  const left = [...shown].filter((key) => !close.includes(key))
  return { show, close, known: keys, shown: new Set([...left, ...show.map(({ key }) => key)]) }
}
