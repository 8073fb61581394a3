import { SessionsView } from '../board/sessions-view.js'
import { ConnectView } from '../connect/connect-view.js'
import { DevicesView } from '../devices/devices-view.js'
import { FirstRun } from '../first-run/first-run.js'
import { useGateway } from '../gateway/gateway-context.js'
import { NeedsView } from '../needs/needs-view.js'
import { useRouter } from '../route/router.js'
import { SessionPage } from '../session/session-page.js'
import { Nowhere } from './nowhere.js'

/** What is shown at an address. */
export function View() {
  const { address } = useRouter()
  const { board } = useGateway()
  switch (address.page) {
    case 'needs':
      return board.book.sessions.size === 0 ? <FirstRun /> : <NeedsView />
    case 'sessions':
      return <SessionsView query={address.query} />
    case 'session':
      return <SessionPage key={address.sessionId} sessionId={address.sessionId} event={address.event} />
    case 'connect':
      return <ConnectView />
    case 'devices':
      return <DevicesView />
    default:
      return <Nowhere />
  }
}
