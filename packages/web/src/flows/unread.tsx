import type { Refusal } from '../gateway/send-json.js'
import { neutralise } from '../text/neutralise.js'

interface UnreadProps {
  what: string
  /** Null while it is being read. */
  refusal: Refusal | null
  onAgain: () => void
}

const OLDER =
  'This gateway is older than the page and has none. Restart it with the release the page came from.'
const FORBIDDEN = 'Your sign-in may not see them. Pair this browser again with a code of the owner.'

/** Something that is not there yet, or could not be read. */
export function Unread({ what, refusal, onAgain }: UnreadProps) {
  if (!refusal) return <p className="loading">Reading the {what}…</p>
  const says = refusal.status === 404 ? OLDER : refusal.status === 403 ? FORBIDDEN : neutralise(refusal.says)
  return (
    <div className="flows-unread" role="alert">
      <h1>The {what} could not be read</h1>
      <p className="foreign">{says}</p>
      <button type="button" className="button plain" onClick={onAgain}>
        Try again
      </button>
    </div>
  )
}
