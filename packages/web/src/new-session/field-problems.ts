import { GatewayError } from '@signalbox/client'

export type FieldName = 'agentType' | 'cwd' | 'mode' | 'prompt' | 'form'
export type FieldProblems = Partial<Record<FieldName, string>>

/** Fields of the message, and where the form shows them. */
const FIELDS: Readonly<Record<string, FieldName>> = {
  agentType: 'agentType',
  cwd: 'cwd',
  mode: 'mode',
  text: 'prompt',
}
/** What the gateway says of a field, as one says it to who filled it in. */
const WORDS: Readonly<Record<string, string>> = {
  'cwd must be an absolute path': 'Give the whole path, from the root: /home/you/project',
  'cwd must be a folder that exists': 'There is no such folder on the machine of the gateway.',
}

/** Where a refusal is shown: at its field if it names one, else below the form. */
export function fieldProblems(error: unknown): FieldProblems {
  if (!(error instanceof GatewayError))
    return { form: error instanceof Error ? error.message : String(error) }
  if (error.code === 'ConnectionLost')
    return { form: 'The gateway is out of reach. Nothing was created; try again.' }
  const { field } = error.details
  const name = typeof field === 'string' && Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined
  const words = Object.hasOwn(WORDS, error.message) ? WORDS[error.message] : undefined
  return { [name ?? 'form']: words ?? error.message }
}
