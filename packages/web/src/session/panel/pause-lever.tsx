import type { SessionMeta } from '@signalbox/protocol'
import { useGateway } from '../../gateway/gateway-context.js'
import { useLever } from '../composer/use-lever.js'

/** Whether new turns start in the session. */
export function PauseLever({ session }: { session: SessionMeta }) {
  const { status } = useGateway()
  const { pull, pulling, problem } = useLever(session.id)
  const lever = session.paused ? 'resume' : 'pause'
  return (
    <>
      <p className="choice">
        <span>New turns</span>
        <button
          type="button"
          className="button plain"
          disabled={pulling || status.state !== 'live'}
          onClick={() => pull(lever)}
        >
          {lever === 'resume' ? 'Resume' : 'Pause'}
        </button>
      </p>
      {problem !== '' && <p role="alert">{problem}</p>}
    </>
  )
}
