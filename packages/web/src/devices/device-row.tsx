import type { PairedDevice } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'
import { shortAge } from '../text/short-age.js'

interface DeviceRowProps {
  device: PairedDevice
  now: number
  onRevoke: (device: PairedDevice) => void
}

/** One paired browser. */
export function DeviceRow({ device, now, onRevoke }: DeviceRowProps) {
  const { name, createdAt, current } = device
  return (
    <li className="device-row">
      <div>
        <strong className="foreign">{neutralise(name)}</strong>
        {current && <span className="this">This browser</span>}
        <p>
          Paired{' '}
          <time dateTime={new Date(createdAt).toISOString()}>
            {new Date(createdAt).toLocaleDateString('en', DAY)}
          </time>
          {' · '}
          {seen(device, now)}
        </p>
      </div>
      <button
        type="button"
        className="link grave"
        aria-label={`Revoke ${neutralise(name)}`}
        onClick={() => onRevoke(device)}
      >
        Revoke…
      </button>
    </li>
  )
}

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

function seen({ lastSeenAt, current }: PairedDevice, now: number): string {
  if (current) return 'here now'
  if (lastSeenAt === undefined) return 'not seen since the gateway started'
  const age = shortAge(now - lastSeenAt)
  return age === 'now' ? 'seen just now' : `seen ${age} ago`
}
