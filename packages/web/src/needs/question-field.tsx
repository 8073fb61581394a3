import { useId } from 'react'
import { neutralise } from '../text/neutralise.js'
import type { AskedQuestion } from './asked.js'
import type { Given } from './question-draft.js'

interface QuestionFieldProps {
  question: AskedQuestion
  given: Given
  /** It is the only one: the heading says what it asks. */
  alone: boolean
  missing: boolean
  onChoose: (option: string) => void
  onWrite: (words: string) => void
}

const YES_NO = [
  { label: 'yes', description: '' },
  { label: 'no', description: '' },
]
const WORDS: Readonly<Record<string, string>> = { yes: 'Yes', no: 'No' }

/** One question: options to choose from, yes or no, or a field for words. */
export function QuestionField(props: QuestionFieldProps) {
  const { question, given, alone, missing, onChoose, onWrite } = props
  const id = useId()
  const { type, multiSelect, custom } = question
  const options = type === 'confirm' ? YES_NO : question.options
  const words = (
    <input
      id={`${id}-words`}
      className="words"
      value={given.words}
      aria-label={type === 'text' ? undefined : 'Other words'}
      placeholder={type === 'text' ? undefined : 'Something else…'}
      aria-invalid={missing}
      autoComplete="off"
      onChange={({ target }) => onWrite(target.value)}
    />
  )
  if (type === 'text')
    return (
      <div className="question" data-missing={missing}>
        <label htmlFor={`${id}-words`} className={alone ? 'unseen' : undefined}>
          <QuestionText question={question} />
        </label>
        {words}
      </div>
    )
  return (
    <fieldset className="question" data-missing={missing}>
      <legend className={alone ? 'unseen' : undefined}>
        <QuestionText question={question} />
      </legend>
      {options.map(({ label, description }) => (
        <label key={label} className="option">
          <input
            type={multiSelect ? 'checkbox' : 'radio'}
            name={id}
            checked={given.chosen.includes(label)}
            onChange={() => onChoose(label)}
          />
          <span>
            <span className="foreign">{type === 'confirm' ? WORDS[label] : neutralise(label)}</span>
            {description !== '' && <span className="description foreign">{neutralise(description)}</span>}
          </span>
        </label>
      ))}
      {custom && type === 'choice' && words}
    </fieldset>
  )
}

function QuestionText({ question: { header, text, required } }: { question: AskedQuestion }) {
  return (
    <>
      {header !== '' && <span className="header foreign">{neutralise(header)}</span>}
      <span className="foreign">{neutralise(text)}</span>
      {required && <span className="needed"> (needs an answer)</span>}
    </>
  )
}
