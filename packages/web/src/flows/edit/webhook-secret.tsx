import { useState } from 'react'
import { sendJson } from '../../gateway/send-json.js'
import { Command } from '../../page/command.js'
import { neutralise } from '../../text/neutralise.js'

/** The secret that signs the webhooks of a trigger: shown when it is asked for, to be put into the receiver. */
export function WebhookSecret({ triggerId }: { triggerId: string }) {
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useState('')
  async function show() {
    const path = `/api/flow/triggers/${encodeURIComponent(triggerId)}/secret`
    const outcome = await sendJson<{ secret: string }>('GET', path)
    if (outcome.kind === 'refused') return setProblem(outcome.says)
    setProblem('')
    setSecret(outcome.value.secret)
  }
  return (
    <div className="webhook-secret">
      <p>
        What it posts is signed (Standard Webhooks). The receiver checks that with the secret of this trigger.{' '}
        {secret === '' && (
          <button type="button" className="link" onClick={show}>
            Show the secret
          </button>
        )}
      </p>
      {secret !== '' && <Command text={secret} />}
      <p className="problem" role="alert">
        {neutralise(problem)}
      </p>
    </div>
  )
}
