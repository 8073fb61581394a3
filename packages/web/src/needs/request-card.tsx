import type { RequestEntry, SessionMeta } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'
import { RequestOutcome } from './request-outcome.js'
import { useAnswer } from './use-answer.js'

/** One request: what is asked, by whom, and the levers. */
export function RequestCard({ entry }: { entry: RequestEntry; session: SessionMeta | undefined }) {
  const { approve, deny } = useAnswer(entry)
  if (entry.status !== 'pending') return <RequestOutcome entry={entry} />
  return (
    <article className="request-card">
      <h2 className="foreign">{neutralise(String(entry.data.description ?? entry.kind))}</h2>
      <button type="button" className="button" onClick={approve}>
        Approve
      </button>
      <button type="button" className="link" onClick={() => deny('')}>
        Deny
      </button>
    </article>
  )
}
