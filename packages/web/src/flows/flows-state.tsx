import { homeFolder } from '../text/home-folder.js'
import { neutralise } from '../text/neutralise.js'
import type { Flows } from './read-flows.js'

/** Says when nothing is set off, and why. */
export function FlowsState({
  flows: { state, reason, folder },
}: {
  flows: Pick<Flows, 'state' | 'reason' | 'folder'>
}) {
  if (state === 'ready') return null
  return (
    <div className="flows-state" role="status">
      <svg viewBox="0 0 14 14" fill="none" strokeWidth="1.5" aria-hidden="true">
        <path d="M7 1.750 13 12H1z" fill="currentColor" />
      </svg>
      {state === 'off' ? (
        <p>
          <strong>Flows are off.</strong> Events are kept, and nothing is set off. To turn them on, remove{' '}
          <code>"flows": {'{"enabled": false}'}</code> from <code>config.json</code> in the data directory and
          restart the gateway.
        </p>
      ) : (
        <p>
          <strong>The folder of the flows cannot be read.</strong> Nothing is set off until it can: see that{' '}
          <code className="foreign" title={neutralise(folder)}>
            {homeFolder(folder)}
          </code>{' '}
          is a folder, and that the gateway may read it. <span className="foreign">{neutralise(reason)}</span>
        </p>
      )}
    </div>
  )
}
