import { useState } from 'react'
import { GatewayProvider } from '../gateway/gateway-context.js'
import { useBoard } from '../gateway/use-board.js'
import { NewSessionProvider } from '../new-session/new-session-context.js'
import { Toasts } from '../toasts/toasts.js'
import { ViewersProvider } from '../viewers/viewers-context.js'
import { Frame } from './frame.js'
import { NotPaired } from './not-paired.js'
import { Notice } from './notice.js'
import { View } from './view.js'

/** The dashboard of a paired browser, or why there is none. */
export function Dashboard() {
  const { board, client, status, loadMore, retry } = useBoard()
  const [wasPaired, setWasPaired] = useState(false)
  if (board.phase === 'ready' && !wasPaired) setWasPaired(true)
  if (board.phase === 'unpaired') return <NotPaired wasPaired={wasPaired} />
  if (board.phase === 'unreachable') {
    return (
      <Notice title="The gateway does not answer">
        <p>Nothing is lost: what your agents send is kept. See that `signalbox up` still runs.</p>
        <button type="button" className="button" onClick={retry}>
          Try again
        </button>
      </Notice>
    )
  }
  if (board.phase === 'loading' || !client) return <p className="loading">Reading the sessions…</p>
  return (
    <GatewayProvider value={{ client, status, board, loadMore, retry }}>
      <ViewersProvider live={status.state === 'live'}>
        <NewSessionProvider>
          <Frame>
            <View />
          </Frame>
          <Toasts />
        </NewSessionProvider>
      </ViewersProvider>
    </GatewayProvider>
  )
}
