import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react'
import type { Lever, MaySay } from './may-say.js'
import type { PulledLever } from './use-lever.js'
import type { Saying } from './use-saying.js'
import './composer.css'

/** Two presses of Escape within this time stop the turn. */
const TWICE_MS = 600

const WORDS = {
  prompt: { label: 'Prompt', hint: 'What should the agent do next?', send: 'Send' },
  steer: { label: 'Steer', hint: 'Say something to it', send: 'Steer' },
} as const

const LEVERS: Record<Lever, string> = { resume: 'Resume', unarchive: 'Bring back' }

interface ComposerProps {
  may: MaySay
  saying: Saying
  lever: PulledLever
}

/** Where a person speaks to the agent. */
export function Composer({ may, saying, lever }: ComposerProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const escapedAt = useRef(Number.NEGATIVE_INFINITY)
  const { text, type, send, stop, sending, stopping } = saying
  const problem = saying.problem || lever.problem
  const words = WORDS[may.how === 'steer' ? 'steer' : 'prompt']

  // As high as what is in it, up to what the style allows.
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.style.height = 'auto'
    area.style.height = text === '' ? '' : `${area.scrollHeight + 2}px`
  }, [text])

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!('why' in may)) send(may.how)
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      submit()
    }
    if (event.key === 'Escape' && may.stop) {
      if (event.timeStamp - escapedAt.current < TWICE_MS) stop()
      escapedAt.current = event.timeStamp
    }
  }

  if (may.how === 'never')
    return (
      <div className="composer-why">
        <p>{may.why}</p>
      </div>
    )
  const why = 'why' in may ? may.why : ''
  const way = 'lever' in may ? may.lever : undefined
  return (
    <form className="composer" onSubmit={submit}>
      {problem !== '' && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className={text === '' ? 'unseen' : 'why'} role="status">
        {why}
      </p>
      <label className="unseen" htmlFor={id}>
        {words.label}
      </label>
      <textarea
        id={id}
        ref={field}
        rows={1}
        value={text}
        placeholder={why || words.hint}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKey}
      />
      <div className="levers">
        {may.stop && (
          <button type="button" className="stop" disabled={stopping} onClick={stop} title="Esc Esc">
            {stopping ? 'Stopping…' : 'Stop'}
          </button>
        )}
        {way === undefined ? (
          <button type="submit" className="button" disabled={why !== '' || sending || text.trim() === ''}>
            {words.send}
          </button>
        ) : (
          <button type="button" className="button" disabled={lever.pulling} onClick={() => lever.pull(way)}>
            {LEVERS[way]}
          </button>
        )}
      </div>
    </form>
  )
}
