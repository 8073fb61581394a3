import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Transcript } from '../transcript/transcript.js'
import { placeOf, rawEntries, typesOf } from './raw-entries.js'
import { RawRow } from './raw-row.js'
import './raw-drawer.css'

interface RawDrawerProps {
  transcript: Transcript
  /** The event it was opened for. */
  seq: number | null
  onOlder: () => void
  onClose: () => void
}

const ROW_PX = 32

/** The events themselves, newest first, as far as they are loaded. */
export function RawDrawer({ transcript, seq, onOlder, onClose }: RawDrawerProps) {
  const { entries, loadedAfter } = transcript
  const [type, setType] = useState('')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const drawer = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => rawEntries(entries, type), [entries, type])
  const types = useMemo(() => typesOf(entries), [entries])
  const list = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => shown[index]?.fromSeq ?? index,
    overscan: 10,
  })

  useEffect(() => drawer.current?.focus(), [])
  // Opened for an event, it shows that event; what comes later does not move it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per event it is opened for
  useEffect(() => {
    const place = seq === null ? -1 : placeOf(rawEntries(entries, ''), seq)
    const entry = rawEntries(entries, '')[place]
    if (!entry) return
    setType('')
    setOpen(new Set([entry.fromSeq]))
    list.scrollToIndex(place, { align: 'start' })
  }, [seq])

  function toggle(fromSeq: number) {
    const next = new Set(open)
    if (!next.delete(fromSeq)) next.add(fromSeq)
    setOpen(next)
  }

  return (
    <aside
      ref={drawer}
      className="raw-drawer"
      aria-label="Raw events"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <header>
        <h2>Raw events</h2>
        <label>
          <span className="unseen">Type</span>
          <select value={type} onChange={({ target }) => setType(target.value)}>
            <option value="">All types</option>
            {types.map(({ type: name, count }) => (
              <option key={name} value={name}>
                {name} ({count.toLocaleString('en')})
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="link" onClick={onClose}>
          Close
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <div ref={scroller} className="scroller" tabIndex={0}>
        <div className="rows" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, key, start }) => {
            const entry = shown[index]
            return (
              entry && (
                <div
                  key={key}
                  ref={list.measureElement}
                  data-index={index}
                  className="virtual-row"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <RawRow
                    entry={entry}
                    open={open.has(entry.fromSeq)}
                    onToggle={() => toggle(entry.fromSeq)}
                  />
                </div>
              )
            )
          })}
        </div>
        {loadedAfter > 0 && (
          <button type="button" className="link older" onClick={onOlder}>
            Load older
          </button>
        )}
      </div>
    </aside>
  )
}
