import { useId, useRef } from 'react'
import { Field } from '../../page/field.js'
import { neutralise } from '../../text/neutralise.js'
import type { CatalogueField } from '../flow-api.js'
import type { Suggestion } from './suggestions.js'
import { insertToken, type Token } from './tokens.js'

interface ConfigFieldProps {
  field: CatalogueField
  value: unknown
  tokens: readonly Token[]
  /** What is offered; anything else may be typed. */
  suggestions: readonly Suggestion[] | undefined
  problem: string
  onChange: (value: unknown) => void
}

/** One field of an activity, drawn by its type in the catalogue. */
export function ConfigField(props: ConfigFieldProps) {
  const { field } = props
  if (field.type === 'bool') return <BoolField {...props} />
  if (field.options) return <ChoiceField {...props} options={field.options} />
  return isTemplate(field) ? <TemplateField {...props} /> : <TextField {...props} />
}

/** By the names of the catalogue: what is filled in before it is used. */
function isTemplate({ key }: CatalogueField): boolean {
  return key.endsWith('_template')
}

const labelOf = ({ label, required }: CatalogueField) => (required ? label : `${label} (optional)`)
const textOf = (value: unknown) => (value === undefined || value === null ? '' : String(value))

function BoolField({ field, value, problem, onChange }: ConfigFieldProps) {
  const isOn = typeof value === 'boolean' ? value : field.default === true
  return (
    <div className="check-field">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          aria-invalid={problem !== ''}
          onChange={({ target }) => onChange(target.checked)}
        />
        {field.label}
      </label>
      <p className={problem ? 'problem' : 'hint'}>{problem ? neutralise(problem) : field.description}</p>
    </div>
  )
}

function ChoiceField({
  field,
  value,
  problem,
  onChange,
  options,
}: ConfigFieldProps & { options: readonly string[] }) {
  const chosen = textOf(value) || textOf(field.default)
  return (
    <Field label={labelOf(field)} problem={problem} hint={field.description}>
      {(input) => (
        <select {...input} value={chosen} onChange={({ target }) => onChange(target.value)}>
          {!options.includes(chosen) && <option value={chosen}>{chosen || 'Choose…'}</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function TextField({ field, value, suggestions = [], problem, onChange }: ConfigFieldProps) {
  const listId = useId()
  const given = {
    value: textOf(value),
    placeholder: textOf(field.default),
    spellCheck: false,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  const isLong = field.key.endsWith('_json')
  return (
    <Field label={labelOf(field)} problem={problem} hint={field.description}>
      {(input) =>
        isLong ? (
          <textarea {...input} {...given} rows={2} className="code-input" />
        ) : (
          <>
            <input
              {...input}
              {...given}
              inputMode={field.type === 'int' ? 'numeric' : undefined}
              list={suggestions.length > 0 ? listId : undefined}
            />
            <datalist id={listId}>
              {suggestions.map(({ value: offered, label }) => (
                <option key={offered} value={offered} label={label && neutralise(label)} />
              ))}
            </datalist>
          </>
        )
      }
    </Field>
  )
}

function TemplateField({ field, value, tokens, problem, onChange }: ConfigFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const text = textOf(value)

  function insert(name: string) {
    const from = area.current?.selectionStart ?? text.length
    const to = area.current?.selectionEnd ?? text.length
    const inserted = insertToken(text, name, from, to)
    onChange(inserted.text)
    // The text is drawn first.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(inserted.cursor, inserted.cursor)
    })
  }

  return (
    <div className="template-field">
      <Field label={labelOf(field)} problem={problem} hint={field.description}>
        {(input) => (
          <textarea
            {...input}
            ref={area}
            value={text}
            rows={2}
            spellCheck={false}
            className="code-input"
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      <select
        className="token-choice"
        aria-label={`Insert a field into ${field.label}`}
        value=""
        onChange={({ target }) => insert(target.value)}
      >
        <option value="">Insert a field…</option>
        {tokens.map(({ name, example }) => (
          <option key={name} value={name}>
            {`${neutralise(name)}  ${short(neutralise(example))}`}
          </option>
        ))}
      </select>
    </div>
  )
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
