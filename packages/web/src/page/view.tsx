import { lazy, Suspense } from 'react'
import { SessionsView } from '../board/sessions-view.js'
import { FirstRun } from '../first-run/first-run.js'
import { useGateway } from '../gateway/gateway-context.js'
import { NeedsView } from '../needs/needs-view.js'
import type { Address } from '../route/address.js'
import { useRouter } from '../route/router.js'
import { Nowhere } from './nowhere.js'

/** What not everybody opens is loaded when somebody does. */
const SessionPage = lazy(async () => ({
  default: (await import('../session/session-page.js')).SessionPage,
}))
const ConnectView = lazy(async () => ({
  default: (await import('../connect/connect-view.js')).ConnectView,
}))
const DevicesView = lazy(async () => ({
  default: (await import('../devices/devices-view.js')).DevicesView,
}))

const FlowsPage = lazy(async () => ({
  default: (await import('../flows/flows-page.js')).FlowsPage,
}))
const LogsView = lazy(async () => ({
  default: (await import('../logs/logs-view.js')).LogsView,
}))

/** What is shown at an address. */
export function View() {
  const { address } = useRouter()
  return (
    <Suspense fallback={<p className="loading">Loading…</p>}>
      <Page address={address} />
    </Suspense>
  )
}

function Page({ address }: { address: Address }) {
  const { board } = useGateway()
  switch (address.page) {
    case 'needs':
      return board.book.sessions.size === 0 ? <FirstRun /> : <NeedsView />
    case 'sessions':
      return <SessionsView query={address.query} />
    case 'session':
      return <SessionPage key={address.sessionId} sessionId={address.sessionId} event={address.event} />
    case 'flows':
    case 'deliveries':
    case 'flow':
      return <FlowsPage address={address} />
    case 'logs':
      return <LogsView query={address.query} />
    case 'connect':
      return <ConnectView />
    case 'devices':
      return <DevicesView />
    default:
      return <Nowhere />
  }
}
