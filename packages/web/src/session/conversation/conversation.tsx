import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SessionFeed } from '../feed/session-feed.js'
import { itemOf, type Transcript } from '../transcript/transcript.js'
import { ItemRow } from './item-row.js'
import type { ItemActions } from './item-view.js'
import { nearRows } from './near-rows.js'
import { type OpenRows, OpenRowsProvider } from './open-rows.js'
import { newSince, type Row, repeatsTime, rowOfItem, rowsOf } from './rows.js'
import { toEnd, useFollowing } from './use-following.js'
import { isInSight, useGoTo } from './use-go-to.js'
import './conversation.css'

interface ConversationProps {
  sessionId: string
  transcript: Transcript
  reading: boolean
  /** What is older could not be read the last time. */
  unread: boolean
  feed: SessionFeed
  /** The number of the event the address leads to. */
  event: number | null
  actions: ItemActions & { onRaw: (seq: number) => void }
}

/** How high a row is before it was seen. */
const HEIGHTS: Record<Row['item']['kind'], number> = {
  prompt: 72,
  answer: 96,
  thinking: 28,
  call: 28,
  plan: 28,
  request: 160,
  interface: 160,
  end: 56,
  notice: 28,
  gap: 40,
}
/** So many rows before the first that is loaded the next page is asked for. */
const AHEAD = 12

/** The conversation: at its end it follows what comes, elsewhere it stays where it is read. */
export function Conversation({
  sessionId,
  transcript,
  reading,
  unread,
  feed,
  event,
  actions,
}: ConversationProps) {
  const { items } = transcript.written
  const rows = useMemo(() => rowsOf(items), [items])
  const scroller = useRef<HTMLDivElement>(null)
  const openRows = useOpenKeys()
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    rangeExtractor: (range) => nearRows(range, (index) => heightOf(rows[index])),
    paddingStart: 48,
    paddingEnd: 24,
  })
  const marked = event === null ? -1 : rowOfItem(rows, items[itemOf(items, event)])
  const found = useGoTo(
    event,
    { loadedAfter: transcript.loadedAfter, idle: !reading && !unread },
    marked,
    feed,
    (index) => {
      if (!isInSight(scroller.current, index)) list.scrollToIndex(index, { align: 'center' })
    },
  )

  const { following, onScroll } = useFollowing(scroller, event === null, list.getTotalSize())
  const lastSeq = items.at(-1)?.seq ?? 0
  const seenSeq = useRef(lastSeq)
  if (following) seenSeq.current = lastSeq
  const waiting = following ? 0 : newSince(items, seenSeq.current)

  const visible = list.getVirtualItems()
  const firstSeen = visible[0]?.index ?? 0
  const wantsOlder =
    found && rows.length > 0 && firstSeen < AHEAD && transcript.loadedAfter > 0 && !reading && !unread
  useEffect(() => {
    if (wantsOlder) void feed.loadOlder()
  }, [wantsOlder, feed])

  return (
    <section className="conversation" aria-label="Conversation">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div ref={scroller} className="scroller" onScroll={onScroll} tabIndex={0}>
        <OpenRowsProvider value={openRows}>
          <div className="rows" data-rows style={{ height: list.getTotalSize() }}>
            <p className="beginning">
              {beginning(transcript, reading)}
              {unread && (
                <button type="button" className="link" onClick={() => void feed.loadOlder()}>
                  What was before could not be read. Try again
                </button>
              )}
            </p>
            {visible.map(({ index, key, start }) => {
              const row = rows[index]
              return (
                row && (
                  <div
                    key={key}
                    ref={list.measureElement}
                    data-index={index}
                    className="virtual-row"
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <ItemRow
                      row={row}
                      repeats={repeatsTime(row, rows[index - 1])}
                      sessionId={sessionId}
                      marked={index === marked}
                      actions={actions}
                    />
                  </div>
                )
              )
            })}
          </div>
        </OpenRowsProvider>
      </div>
      {rows.length === 0 && <p className="nothing">Nothing was said yet.</p>}
      {!following && (
        <button type="button" className="link to-end" onClick={() => toEnd(scroller.current)}>
          {waiting > 0 ? `${waiting} new` : 'To the end'} <span aria-hidden="true">↓</span>
        </button>
      )}
    </section>
  )
}

function heightOf(row: Row | undefined): number {
  if (!row) return 28
  return row.part === undefined ? HEIGHTS[row.item.kind] : Math.max(40, Math.ceil(row.part.length / 80) * 22)
}

function beginning({ loadedAfter }: Transcript, reading: boolean): string {
  if (loadedAfter === 0) return 'The beginning of this session'
  return reading ? 'Reading what was before…' : ''
}

/** Rows that are open, by their keys. */
function useOpenKeys(): OpenRows {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () => ({
      isToggled: (key) => keys.has(key),
      toggle: (key) =>
        setKeys((before) => {
          const after = new Set(before)
          if (!after.delete(key)) after.add(key)
          return after
        }),
    }),
    [keys],
  )
}
