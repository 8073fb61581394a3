import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useGateway } from '../gateway/gateway-context.js'
import { needList } from '../needs/need-list.js'
import { useRouter } from '../route/router.js'
import { browserNotices } from './browser-notices.js'
import { firstNotices, type NoticeState, planNotices } from './notice-plan.js'
import { noticeText } from './notice-text.js'

/** Notifies of what begins to wait while nobody looks at the page, and takes it back when it is over. */
export function useNotices(): void {
  const { board } = useGateway()
  const { go } = useRouter()
  const { requests, book } = board
  const items = useMemo(() => needList({ requests, book }), [requests, book])
  const state = useSyncExternalStore(browserNotices.onChange, browserNotices.get)
  const plan = useRef<NoticeState | null>(null)
  const open = useRef(new Map<string, Notification>())
  useEffect(() => {
    const looking = document.visibilityState === 'visible'
    plan.current ??= firstNotices(items)
    const next = planNotices(plan.current, items, { wanted: state === 'on', looking })
    plan.current = next
    for (const key of next.close) {
      open.current.get(key)?.close()
      open.current.delete(key)
    }
    for (const item of next.show) {
      const { key } = item
      const sessionId = item.kind === 'request' ? item.entry.sessionId : item.sessionId
      const notice = browserNotices.show(key, noticeText(item, book.sessions.get(sessionId)), () => {
        window.focus()
        notice?.close()
        go('/')
        // The page is drawn first.
        requestAnimationFrame(() => focusCard(key))
      })
      if (notice) open.current.set(key, notice)
    }
  }, [items, state, book, go])
}

function focusCard(key: string): void {
  const card = document.querySelector<HTMLElement>(`[data-request="${CSS.escape(key)}"]`)
  card?.focus()
  card?.scrollIntoView({ block: 'nearest' })
}
