import { type FormEvent, useState } from 'react'
import { Command } from '../page/command.js'
import { Notice } from '../page/notice.js'
import { pairCommand } from '../page/pair-command.js'
import { deviceName } from './device-name.js'
import { type PairOutcome, pairBrowser } from './pair-browser.js'
import './pair-page.css'

const LONGEST_NAME = 80

/** Lets this browser in, once its owner says so. */
export function PairPage({ code }: { code: string }) {
  const [outcome, setOutcome] = useState<PairOutcome | 'asking' | 'sending'>(
    code === '' ? 'refused' : 'asking',
  )
  if (outcome === 'refused') return <NewLink hadCode={code !== ''} />

  async function pair(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setOutcome('sending')
    const name = String(new FormData(event.currentTarget).get('name') ?? '')
    const result = await pairBrowser(code, name.trim())
    if (result === 'paired') window.location.replace('/')
    else setOutcome(result)
  }

  return (
    <Notice title="Pair this browser">
      <p>It will see your agents and can act for you, until you revoke it.</p>
      <form className="pairing" onSubmit={pair}>
        <label htmlFor="device">Name of this device</label>
        <input
          id="device"
          name="name"
          defaultValue={deviceName(navigator.userAgent)}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          required
        />
        <button type="submit" className="button" disabled={outcome === 'sending'}>
          Pair this browser
        </button>
        <p role="alert">{SAID[outcome]}</p>
      </form>
    </Notice>
  )
}

const SAID: Partial<Record<PairOutcome | 'asking' | 'sending', string>> = {
  too_many: 'Too many wrong codes came from this address. Wait a minute, then try again.',
  unreachable: 'The gateway does not answer. See that `signalbox up` still runs, then try again.',
}

function NewLink({ hadCode }: { hadCode: boolean }) {
  return (
    <Notice title={hadCode ? 'This link no longer works' : 'A link from the terminal is needed'}>
      <p>
        {hadCode
          ? 'A pairing link works once and only for a few minutes. This one was used, is too old, or was not copied whole.'
          : 'This page pairs a browser with a one-time code, and there was none in the address.'}
      </p>
      <p>For a new link, type in the terminal</p>
      <Command text={pairCommand(window.location.origin)} />
    </Notice>
  )
}
