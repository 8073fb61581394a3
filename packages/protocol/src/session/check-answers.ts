import { SignalboxError } from '../errors.js'
import type { Json, JsonObject } from '../event.js'
import { textOf } from './text.js'

type Check = (answer: string, question: JsonObject) => string | undefined

/** What is wrong with an answer, by the type of the question. */
const CHECKS: Readonly<Record<string, Check>> = {
  choice: (answer, { options, custom }) => {
    if (custom === true) return undefined
    if (!Array.isArray(options) || options.length === 0 || options.includes(answer)) return undefined
    return `is not one of ${options.map((option) => JSON.stringify(option)).join(', ')}`
  },
  confirm: (answer) => (answer === 'yes' || answer === 'no' ? undefined : 'must be yes or no'),
  text: () => undefined,
}

/** Refuses answers that do not fit the questions, and says which. */
export function checkAnswers(request: JsonObject, resolution: JsonObject): void {
  const asked = new Map(questionsOf(request).map((question) => [textOf(question.id), question]))
  const answers = objectOf(resolution.answers)
  for (const [id, answer] of Object.entries(answers)) {
    const question = asked.get(id)
    if (!question) refuse(id, `there is no question ${JSON.stringify(id)} in this request`)
    else if (typeof answer !== 'string') refuse(id, `the answer to ${JSON.stringify(id)} must be a text`)
    else {
      const wrong = (CHECKS[textOf(question.type)] ?? CHECKS.text)?.(answer, question)
      if (wrong !== undefined) refuse(id, `the answer to ${JSON.stringify(id)} ${wrong}`)
    }
  }
  if (resolution.dismissed === true) return
  for (const [id, question] of asked) {
    if (question.required === true && textOf(answers[id]).trim() === '')
      refuse(id, `the question ${JSON.stringify(id)} needs an answer`)
  }
}

/** The questions of a request, without what is none. */
export function questionsOf(request: JsonObject): JsonObject[] {
  const { questions } = request
  return Array.isArray(questions) ? questions.filter(isObject) : []
}

function refuse(id: string, sentence: string): never {
  throw new SignalboxError('invalidMessage', sentence, { field: `answers.${id}` })
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {}
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
