import { type ReactNode, useEffect } from 'react'
import { summary } from '../board/summary.js'
import { useGateway } from '../gateway/gateway-context.js'
import { useNotices } from '../notify/use-notices.js'
import type { Address } from '../route/address.js'
import { Link } from '../route/link.js'
import { useRouter } from '../route/router.js'
import { ConnectionLine } from './connection-line.js'
import { KeyMap } from './key-map.js'
import { Mark } from './mark.js'
import { PausedBanner } from './paused-banner.js'
import './frame.css'

interface Place {
  to: string
  word: string
  pages: readonly Address['page'][]
}

/** Where one can go, in the order of the bar. */
const PLACES: readonly Place[] = [
  { to: '/', word: 'Needs you', pages: ['needs'] },
  { to: '/sessions', word: 'Sessions', pages: ['sessions', 'session'] },
  { to: '/flows', word: 'Flows', pages: ['flows', 'flow', 'deliveries'] },
  { to: '/logs', word: 'Logs', pages: ['logs'] },
  { to: '/connect', word: 'Connect', pages: ['connect'] },
  { to: '/devices', word: 'Devices', pages: ['devices'] },
]

/** The bar every page stands under: where one is, how many are waited for, whether it is live. */
export function Frame({ children }: { children: ReactNode }) {
  const { board, status, retry } = useGateway()
  const { address } = useRouter()
  const { count, text } = summary(board.book, board.glances)
  useNotices()
  useEffect(() => {
    document.title = count > 0 ? `(${count}) Signalbox` : 'Signalbox'
  }, [count])
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header>
        <Link to="/" className="home" aria-label="Signalbox">
          <Mark />
          <strong>Signalbox</strong>
        </Link>
        <nav aria-label="Places">
          {PLACES.map(({ to, word, pages }) => (
            <Link key={to} to={to} aria-current={pages.includes(address.page) ? 'page' : undefined}>
              {word}
              {to === '/' && count > 0 && <span className="count">{count}</span>}
            </Link>
          ))}
        </nav>
        <span className="summary" role="status">
          {text}
        </span>
        <ConnectionLine status={status} onRetry={retry} />
      </header>
      <PausedBanner />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <KeyMap />
    </div>
  )
}
