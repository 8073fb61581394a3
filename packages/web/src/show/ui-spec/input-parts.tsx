import { useContext, useId, useState } from 'react'
import { choicesOf } from './read-props.js'
import { actionsOf } from './spec-actions.js'
import { type Part, SharedContext, useProps } from './spec-context.js'
import { bindingOf, resolved } from './spec-state.js'
import type { SpecNode } from './spec-tree.js'
import './input-parts.css'

const LONGEST = 10_000

/** Elements a person uses. */
export const inputParts = { TextInput, SelectInput, RadioGroup, Button } as const satisfies Record<
  string,
  Part
>

function TextInput({ node }: Parameters<Part>[0]) {
  const props = useProps(node)
  const [value, set] = useValue(node, props.text('value', 'defaultValue'))
  const id = useId()
  return (
    <div className="spec-field">
      <label htmlFor={id}>{props.text('label', 'title', 'name') || 'Text'}</label>
      <input
        id={id}
        type="text"
        value={value}
        maxLength={LONGEST}
        placeholder={props.text('placeholder') || undefined}
        onChange={({ target }) => set(target.value)}
      />
    </div>
  )
}

function SelectInput({ node }: Parameters<Part>[0]) {
  const props = useProps(node)
  const choices = choicesOf(props.list('options', 'items', 'choices'))
  const [value, set] = useValue(node, props.text('value', 'defaultValue'))
  const id = useId()
  const isKnown = choices.some((choice) => choice.value === value)
  return (
    <div className="spec-field">
      <label htmlFor={id}>{props.text('label', 'title', 'name') || 'Choice'}</label>
      <select id={id} value={isKnown ? value : ''} onChange={({ target }) => set(target.value)}>
        {!isKnown && <option value="">{props.text('placeholder') || 'Choose…'}</option>}
        {choices.map((choice, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a choice can be there twice
          <option key={at} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

function RadioGroup({ node }: Parameters<Part>[0]) {
  const props = useProps(node)
  const choices = choicesOf(props.list('options', 'items', 'choices'))
  const [value, set] = useValue(node, props.text('value', 'defaultValue'))
  const name = useId()
  return (
    <fieldset className="spec-radios">
      <legend>{props.text('label', 'title', 'name') || 'Choice'}</legend>
      {choices.map((choice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice can be there twice
        <label key={at}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => set(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}

function Button({ node }: Parameters<Part>[0]) {
  const props = useProps(node)
  const { state, act } = useContext(SharedContext)
  const actions = actionsOf(node, (value) => resolved(value, state))
  const sent = actions.flatMap((action) => (action.type === 'send' ? [action.text] : [])).join('\n')
  return (
    <button
      type="button"
      className="spec-button"
      disabled={actions.length === 0 || props.get('disabled') === true}
      title={sent === '' ? undefined : `Sends to the agent: ${sent.slice(0, 300)}`}
      onClick={() => act(actions)}
    >
      {props.text('label', 'text', 'title') || 'Go'}
    </button>
  )
}

/** The value of an input: in the state where it is bound to it, else its own. */
function useValue(node: SpecNode, shown: string): [value: string, set: (value: string) => void] {
  const { act } = useContext(SharedContext)
  const [own, setOwn] = useState<string | undefined>(undefined)
  const binding = bindingOf(node.props.value ?? node.props.defaultValue)
  if (!binding?.sets) return [own ?? shown, setOwn]
  return [shown, (value) => act([{ type: 'edit', edit: { do: 'set', path: binding.path, value } }])]
}
