import {
  type ObjectSchema,
  PermissionAnswer,
  QuestionAnswer,
  SignalboxError,
  validate,
} from '@signalbox/protocol'
import type { RequestAnswer } from '../../commands/requests.js'

/** The answer to a request that a body holds; throws what is wrong with it, and with which field. */
export function readAnswer(body: unknown): RequestAnswer {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refused('The body must be a JSON object with approved or answers.')
  }
  const answers = touches(QuestionAnswer, body)
  if (answers && touches(PermissionAnswer, body)) {
    throw refused('answers go to a question and approved to a permission: send one of them', 'answers')
  }
  const form = answers ? QuestionAnswer : PermissionAnswer
  const wrong = validate(form, body)
  // The name of a field may be as long as the body.
  const field = wrong?.path.slice(0, 100)
  if (wrong) throw refused(`${field} ${wrong.problem}`, field)
  return body as RequestAnswer
}

function touches(form: ObjectSchema, body: object): boolean {
  return Object.keys(form.properties).some((name) => Object.hasOwn(body, name))
}

function refused(message: string, field?: string): SignalboxError {
  return new SignalboxError('invalidMessage', message, field === undefined ? {} : { field })
}
