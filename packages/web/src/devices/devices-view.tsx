import type { PairedDevice } from '@signalbox/protocol'
import { useCallback, useEffect, useState } from 'react'
import { fetchDevices } from '../gateway/fetch-devices.js'
import { useGateway } from '../gateway/gateway-context.js'
import { useNow } from '../page/use-now.js'
import { DeviceRow } from './device-row.js'
import { PairAnother } from './pair-another.js'
import { RevokeDialog } from './revoke-dialog.js'
import './devices-view.css'

const TICK_MS = 10_000

/** Who can see the agents and act: every paired browser, and how to let in or shut out one. */
export function DevicesView() {
  const { retry } = useGateway()
  const now = useNow(TICK_MS)
  const [devices, setDevices] = useState<PairedDevice[] | undefined | null>(null)
  const [asked, setAsked] = useState<PairedDevice | null>(null)
  const read = useCallback(() => {
    fetchDevices().then(setDevices)
  }, [])
  useEffect(read, [read])

  function revoked({ id, current }: PairedDevice) {
    setAsked(null)
    // Nobody is signed in here any more: the page says so itself when it asks again.
    if (current) retry()
    setDevices((known) => known?.filter((device) => device.id !== id))
  }

  return (
    <div className="devices-view">
      <h1>Devices</h1>
      <p className="lead">
        Every browser here sees your agents and can act for you until you revoke it. The token in the data
        directory of the gateway is no device: programs on its machine use it.
      </p>
      {devices === null && <p className="loading">Reading the devices…</p>}
      {devices === undefined && (
        <p role="alert">
          The devices could not be read.{' '}
          <button type="button" className="link" onClick={read}>
            Try again
          </button>
        </p>
      )}
      {devices?.length === 0 && (
        <p>No browser is paired: this gateway was started with --dev and asks nobody.</p>
      )}
      {devices && devices.length > 0 && (
        <ul className="devices" aria-label="Paired devices">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} now={now} onRevoke={setAsked} />
          ))}
        </ul>
      )}
      <PairAnother onPaired={read} />
      {asked && <RevokeDialog device={asked} onClose={() => setAsked(null)} onRevoked={revoked} />}
    </div>
  )
}
