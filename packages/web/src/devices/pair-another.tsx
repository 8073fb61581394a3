import { useState } from 'react'
import { sendJson } from '../gateway/send-json.js'
import { Command } from '../page/command.js'
import { useNow } from '../page/use-now.js'
import { neutralise } from '../text/neutralise.js'
import { timeLeft } from './time-left.js'

interface PairingCode {
  code: string
  link: string
  expiresAt: number
}

const LOOPBACK = /^(localhost|127\.|\[::1\])/

/** Makes a one-time code for another browser, and says how it is used. */
export function PairAnother({ onPaired }: { onPaired: () => void }) {
  const [made, setMade] = useState<PairingCode | null>(null)
  const [problem, setProblem] = useState('')

  async function make() {
    const outcome = await sendJson<PairingCode>('POST', '/api/pairing')
    if (outcome.kind === 'refused') return setProblem(outcome.says)
    setProblem('')
    setMade(outcome.value)
  }

  return (
    <section className="pair-another" aria-labelledby="pair-another">
      <h2 id="pair-another">Pair another device</h2>
      {made ? (
        <MadeCode
          made={made}
          onAgain={make}
          onDone={() => {
            setMade(null)
            onPaired()
          }}
        />
      ) : (
        <>
          <p>A link or a code lets in one more browser. It works once, for ten minutes.</p>
          <button type="button" className="button" onClick={make}>
            Make a code
          </button>
        </>
      )}
      <p role="alert" className="problem">
        {neutralise(problem)}
      </p>
    </section>
  )
}

function MadeCode({ made, onAgain, onDone }: { made: PairingCode; onAgain: () => void; onDone: () => void }) {
  const left = timeLeft(made.expiresAt - useNow(1000))
  if (left === '') {
    return (
      <>
        <p role="status">The code is no longer good.</p>
        <button type="button" className="button" onClick={onAgain}>
          Make another
        </button>
      </>
    )
  }
  const { origin, hostname } = window.location
  return (
    <>
      <p>Open this link in the browser that is to be paired:</p>
      <Command text={`${origin}${made.link}`} />
      <p>
        or go to <code>{`${origin}/pair`}</code> there and type
      </p>
      <p className="code">
        <strong>{made.code}</strong>
        <span>
          good for <span className="left">{left}</span>
        </span>
      </p>
      {LOOPBACK.test(hostname) && (
        <p className="aside">
          This address is only good on this machine. For a phone, start the gateway with{' '}
          <code>--host 0.0.0.0</code> and open the dashboard by the name of this machine.
        </p>
      )}
      <button type="button" className="button plain" onClick={onDone}>
        Done
      </button>
    </>
  )
}
