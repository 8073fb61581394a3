import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { LampLight } from '../board/lamp-light.js'
import { LAMP_WORDS, type Lamp, sessionLamp } from '../board/lamp-of.js'
import { needText } from '../board/session-book.js'
import { sessionName } from '../board/session-name.js'
import { useGateway } from '../gateway/gateway-context.js'
import { Notice } from '../page/notice.js'
import { PausedMark } from '../page/paused-mark.js'
import { useMedia } from '../page/use-media.js'
import { useRowKeys } from '../page/use-row-keys.js'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { useRouter } from '../route/router.js'
import { Composer } from './composer/composer.js'
import { maySay } from './composer/may-say.js'
import { useLever } from './composer/use-lever.js'
import { useSaying } from './composer/use-saying.js'
import { Conversation } from './conversation/conversation.js'
import type { Facts } from './feed/facts.js'
import { useSessionFeed } from './feed/use-session-feed.js'
import { OtherSessions } from './others/other-sessions.js'
import { SidePanel } from './panel/side-panel.js'
import { RawDrawer } from './raw/raw-drawer.js'
import './session-view.css'

const WIDE = '(min-width: 960px)'

/** One session: its conversation, what stands beside it, and where one speaks to its agent. */
export function SessionView({ sessionId, event }: { sessionId: string; event: number | null }) {
  const { client, status, board } = useGateway()
  const { go } = useRouter()
  const { transcript, facts, reading, unread, realId, feed } = useSessionFeed(client, sessionId)
  const saying = useSaying(sessionId)
  const lever = useLever(sessionId)
  const [raw, setRaw] = useState<{ seq: number | null } | null>(null)
  const wide = useMedia(WIDE)
  const close = useCallback(
    () => go(event === null ? '/sessions' : sessionAddress(sessionId)),
    [go, event, sessionId],
  )
  useRowKeys(close)

  // A link may name a session as its agent does.
  useEffect(() => {
    if (realId !== null) go(sessionAddress(realId, event ?? undefined), 'replace')
  }, [realId, event, go])

  const session = facts?.session ?? board.book.sessions.get(sessionId)
  const may = session && maySay(session, status, board.gateway)
  const how = may?.how === 'steer' ? 'steer' : 'prompt'
  // A new function with every letter that is typed would draw the whole conversation anew.
  const send = useRef(saying.send)
  useEffect(() => {
    send.current = saying.send
  })
  const actions = useMemo(
    () => ({
      onSend: (text: string) => send.current(how, text),
      onRaw: (seq: number) => setRaw({ seq }),
    }),
    [how],
  )

  if (transcript.phase === 'gone') return <Gone />
  const rawButton = (
    <button
      type="button"
      className="link raw-events"
      aria-pressed={raw !== null}
      onClick={() => setRaw(raw === null ? { seq: null } : null)}
    >
      Raw events
    </button>
  )
  return (
    <div className="session-page" data-raw={raw !== null}>
      <OtherSessions sessionId={sessionId} />
      <article className="session-view">
        <header>
          <Link to="/sessions" className="link back" aria-label="All sessions">
            ←
          </Link>
          <h1 className="foreign">{session ? sessionName(session) : 'Session'}</h1>
          {session?.paused && <PausedMark />}
          {facts && !wide && <StateLamp facts={facts} />}
          {wide && rawButton}
        </header>
        {facts && <Announced facts={facts} />}
        {facts && !wide && (
          <details className="about-fold">
            <summary>About this session</summary>
            <SidePanel facts={facts} />
            {rawButton}
          </details>
        )}
        {transcript.phase === 'open' ? (
          <Conversation
            sessionId={sessionId}
            transcript={transcript}
            reading={reading}
            unread={unread}
            feed={feed}
            event={event}
            actions={actions}
          />
        ) : (
          <p className="loading">
            {unread ? 'The conversation could not be read.' : 'Reading the conversation…'}
            {unread && (
              <button type="button" className="link" onClick={() => feed.retry()}>
                Try again
              </button>
            )}
          </p>
        )}
        {may && (
          <footer>
            <Composer may={may} saying={saying} lever={lever} />
          </footer>
        )}
      </article>
      {raw !== null ? (
        <RawDrawer
          transcript={transcript}
          seq={raw.seq}
          onOlder={() => void feed.loadOlder()}
          onClose={() => setRaw(null)}
        />
      ) : (
        facts && wide && <SidePanel facts={facts} />
      )}
    </div>
  )
}

function useLamp({ session }: Facts): Lamp {
  const { board } = useGateway()
  const needed = needText(board.book, session.id) !== undefined
  return sessionLamp(session, needed, board.glances.get(session.id))
}

function StateLamp({ facts }: { facts: Facts }) {
  return <LampLight lamp={useLamp(facts)} />
}

/** Who does not see the lamp is told when it changes. */
function Announced({ facts }: { facts: Facts }) {
  return (
    <p className="unseen" role="status">
      {LAMP_WORDS[useLamp(facts)]}
    </p>
  )
}

function Gone() {
  return (
    <Notice title="No such session">
      <p>It was deleted, or never was. Nothing is kept of it.</p>
      <Link to="/sessions">All sessions</Link>
    </Notice>
  )
}
