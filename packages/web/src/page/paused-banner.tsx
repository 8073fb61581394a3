import { useState } from 'react'
import { useGateway } from '../gateway/gateway-context.js'
import { PausedMark } from './paused-mark.js'
import './paused-banner.css'

/** Says on every page that no new turns start, and how they start again. */
export function PausedBanner() {
  const { client, status, board } = useGateway()
  const [resuming, setResuming] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const paused = board.gateway.state === 'paused'

  async function resume() {
    setResuming(true)
    setRefused(false)
    try {
      await client.resumeGateway()
    } catch {
      setRefused(true)
    } finally {
      setResuming(false)
    }
  }

  return (
    <div className="paused-banner" role="status">
      {paused && (
        <>
          <PausedMark />
          <p>{isRefused ? 'Still paused: that could not be changed.' : 'Paused: no new turns start.'}</p>
          <button
            type="button"
            className="link"
            disabled={resuming || status.state !== 'live'}
            onClick={resume}
          >
            Resume
          </button>
        </>
      )}
    </div>
  )
}
