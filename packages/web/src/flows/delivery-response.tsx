import type { JsonObject } from '@signalbox/protocol'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { CodeBlock } from '../show/code-block.js'
import { Json } from '../show/json.js'
import { neutralise } from '../text/neutralise.js'

interface DeliveryResponseProps {
  response: JsonObject
  /** What stands above it already. */
  error?: string | undefined
}

/** What was heard back: a webhook's status, its body; the session of an agent; else all of it. */
export function DeliveryResponse({ response, error = '' }: DeliveryResponseProps) {
  const { status, body, session_id: sessionId, ...others } = response
  const isSaid = error.includes(`answered ${String(status)}`)
  return (
    <div className="delivery-response">
      {(typeof status === 'number' || typeof status === 'string') && !isSaid && (
        <p>Answered {neutralise(String(status))}.</p>
      )}
      {typeof sessionId === 'string' && (
        <p>
          In the session <Link to={sessionAddress(sessionId)}>{neutralise(sessionId)}</Link>.
        </p>
      )}
      {typeof body === 'string' && body !== '' && <CodeBlock code={body} />}
      {Object.keys(others).length > 0 && (
        <details>
          <summary>{status === undefined ? 'What came back' : 'The rest of the answer'}</summary>
          <Json value={others} />
        </details>
      )}
    </div>
  )
}
