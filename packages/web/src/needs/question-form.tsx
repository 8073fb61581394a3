import { type FormEvent, useId, useState } from 'react'
import { neutralise } from '../text/neutralise.js'
import type { AskedQuestion } from './asked.js'
import { choose, filled, NOTHING_GIVEN, type QuestionDraft, write } from './question-draft.js'
import { QuestionField } from './question-field.js'
import './question-form.css'

interface QuestionFormProps {
  questions: readonly AskedQuestion[]
  context: string
  /** Why nothing can be sent now; undefined when it can. */
  blocked: string | undefined
  sending: boolean
  onAnswer: (answers: Record<string, string>) => void
  onDismiss: () => void
}

/** Questions as a form. Nothing is sent before all that need an answer have one. */
export function QuestionForm(props: QuestionFormProps) {
  const { questions, context, blocked, sending, onAnswer, onDismiss } = props
  const [draft, setDraft] = useState<QuestionDraft>(new Map())
  const [missing, setMissing] = useState<readonly string[]>([])
  const id = useId()
  function send(event: FormEvent) {
    event.preventDefault()
    if (blocked !== undefined) return
    const result = filled(questions, draft)
    setMissing(result.ok ? [] : result.missing)
    if (result.ok) onAnswer(result.answers)
  }
  return (
    <form className="question-form" onSubmit={send} noValidate>
      {context !== '' && <p className="reason foreign">{neutralise(context)}</p>}
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          // The heading of the card has said the only one already.
          alone={questions.length === 1}
          given={draft.get(question.id) ?? NOTHING_GIVEN}
          missing={missing.includes(question.id)}
          onChoose={(option) => setDraft(choose(draft, question, option))}
          onWrite={(words) => setDraft(write(draft, question, words))}
        />
      ))}
      <div className="levers">
        <button
          type="submit"
          className="button"
          disabled={sending || blocked !== undefined}
          aria-describedby={missing.length > 0 ? `${id}-missing` : undefined}
        >
          {sending ? 'Answering…' : 'Answer'}
        </button>
        <button
          type="button"
          className="lever"
          disabled={sending || blocked !== undefined}
          onClick={onDismiss}
          title="The agent goes on without an answer"
        >
          Dismiss
        </button>
        {missing.length > 0 && (
          <p id={`${id}-missing`} className="problem" role="alert">
            {missingText(missing.length, questions.length)}
          </p>
        )}
      </div>
    </form>
  )
}

function missingText(missing: number, all: number): string {
  if (all === 1) return 'Give an answer, or dismiss the question.'
  return missing === all
    ? 'Answer at least one, or dismiss them.'
    : `${missing} still ${missing === 1 ? 'needs' : 'need'} an answer.`
}
