import { type FormEvent, useState } from 'react'
import { Command } from '../page/command.js'
import { Field } from '../page/field.js'
import { Notice } from '../page/notice.js'
import { pairCommand } from '../page/pair-command.js'
import { deviceName } from './device-name.js'
import { type PairOutcome, pairBrowser } from './pair-browser.js'
import './pair-page.css'

const LONGEST_NAME = 80
const LONGEST_CODE = 64

type Phase = PairOutcome | 'asking' | 'sending'

/** Lets this browser in, once its owner says so: with the code of the link, or with one that is typed. */
export function PairPage({ code }: { code: string }) {
  const [phase, setPhase] = useState<Phase>('asking')
  // A code that was refused is not sent again: the next one is typed.
  const [fromLink, setFromLink] = useState(code)
  const [isLinkSpent, setLinkSpent] = useState(false)

  async function pair(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const tried = fromLink || text('code')
    if (tried === '') return setPhase('refused')
    setPhase('sending')
    const outcome = await pairBrowser(tried, text('name'))
    if (outcome === 'paired') return window.location.replace('/')
    if (outcome === 'refused' && fromLink !== '') {
      setFromLink('')
      setLinkSpent(true)
      return setPhase('asking')
    }
    setPhase(outcome)
  }

  return (
    <Notice title={isLinkSpent ? 'This link no longer works' : 'Pair this browser'}>
      <p>{isLinkSpent ? SPENT : 'It will see your agents and can act for you, until you revoke it.'}</p>
      {fromLink === '' && (
        <>
          <p>For a code, type in the terminal</p>
          <Command text={pairCommand(window.location.origin)} />
          <p>
            and open the link it prints, or type the code at its end here. A paired device makes codes, too.
          </p>
        </>
      )}
      <form className="pairing" onSubmit={pair} noValidate>
        {fromLink === '' && (
          <Field label="Code" problem={phase === 'refused' ? REFUSED : ''}>
            {(input) => (
              <input
                {...input}
                name="code"
                className="code"
                placeholder="ABCD-EFGH"
                maxLength={LONGEST_CODE}
                autoComplete="one-time-code"
                autoCapitalize="characters"
                spellCheck={false}
              />
            )}
          </Field>
        )}
        <Field label="Name of this device">
          {(input) => (
            <input
              {...input}
              name="name"
              defaultValue={deviceName(navigator.userAgent)}
              maxLength={LONGEST_NAME}
              autoComplete="off"
            />
          )}
        </Field>
        <button type="submit" className="button" disabled={phase === 'sending'}>
          Pair this browser
        </button>
        <p role="alert">{SAID[phase]}</p>
      </form>
    </Notice>
  )
}

const SPENT =
  'A pairing link works once and only for ten minutes. This one was used, is too old, or was not copied whole.'
const REFUSED = 'This code is wrong, used already or older than ten minutes.'

const SAID: Partial<Record<Phase, string>> = {
  too_many: 'Too many wrong codes came from this address. Wait a minute, then try again.',
  unreachable: 'The gateway does not answer. See that it still runs, then try again.',
}
