import type { RequestEntry } from '@signalbox/protocol'
import { UsageError } from '@signalbox/server/config'
import { listOptions, readAnswer } from '../ask/read-answer.js'
import type { Command } from '../command.js'
import { ADDRESS_OPTIONS, ADDRESS_USAGE, addressOf } from '../gateway/gateway-address.js'
import { findRequest, respond } from '../gateway/requests.js'
import { shortId } from '../short-id.js'
import { askedLine, type Question, questionsOf } from '../show/request-text.js'
import { jsonLine } from '../terminal/json-line.js'
import { oneLine } from '../terminal/plain-text.js'
import { REQUEST_WORD } from './decide.js'

export const answer: Command = {
  summary: 'Answers what an agent asks.',
  usage: `signalbox answer ID [TEXT | QUESTION=TEXT …] [--dismiss] [--json] ${ADDRESS_USAGE}`,
  details:
    '4 characters of the ID are enough. One question takes the text as its answer: an option or its number, yes or no, or\n' +
    'anything. Several questions take QUESTION=TEXT each. --dismiss lets the agent go on without an answer.',
  words: { names: [REQUEST_WORD, 'TEXT'], least: 1, more: true },
  options: { ...ADDRESS_OPTIONS, dismiss: { type: 'boolean' }, json: { type: 'boolean' } },
  async run(values, [id = '', ...words]) {
    const address = addressOf(values)
    const request = await findRequest(address, id)
    if (request.kind !== 'question') {
      const short = shortId(request.requestId)
      throw new UsageError(
        `This asks for permission (${askedLine(request)}). Use: signalbox approve ${short}, or deny.`,
      )
    }
    const body = values.dismiss === true ? dismissal(words) : { answers: readAnswers(request, words) }
    const told = await respond(address, request, body)
    const said = values.dismiss === true ? 'Dismissed' : 'Answered'
    console.log(values.json ? jsonLine(told) : `${said}: ${askedLine(request)}`)
  },
}

function dismissal(words: readonly string[]) {
  if (words.length > 0) throw new UsageError('--dismiss takes no answer; leave out one of them.')
  return { answers: {}, dismissed: true }
}

/** The words as answers by question: checked before they are sent, so that nothing is answered by half. */
export function readAnswers(
  request: Pick<RequestEntry, 'data'>,
  words: readonly string[],
): Record<string, string> {
  const questions = questionsOf(request.data)
  if (words.length === 0) throw new UsageError(`It asks: ${questions.map(describe).join('; ')}`)
  const typed = questions.length === 1 ? forOnly(questions[0], words) : byQuestion(questions, words)
  const answers: Record<string, string> = {}
  for (const question of questions) {
    const reading = readAnswer(typed.get(question.id) ?? '', question)
    if ('problem' in reading) throw new UsageError(`${oneLine(question.id)}: ${reading.problem}`)
    if ('answer' in reading) answers[question.id] = reading.answer
  }
  return answers
}

/** One question needs no name; several words are one answer. */
function forOnly(question: Question | undefined, words: readonly string[]): Map<string, string> {
  if (!question) return new Map()
  const text = words.join(' ')
  const named = text.startsWith(`${question.id}=`)
  return new Map([[question.id, named ? text.slice(question.id.length + 1) : text]])
}

function byQuestion(questions: readonly Question[], words: readonly string[]): Map<string, string> {
  const typed = new Map<string, string>()
  for (const word of words) {
    const question = questions.find(({ id }) => word.startsWith(`${id}=`))
    if (!question) {
      const names = questions.map(({ id }) => `${oneLine(id)}=…`).join(' ')
      throw new UsageError(
        `"${oneLine(word)}" answers none of the ${questions.length} questions; type ${names}.`,
      )
    }
    typed.set(question.id, word.slice(question.id.length + 1))
  }
  return typed
}

function describe({ id, text, type, options }: Question): string {
  const choices = type === 'confirm' ? ' (yes or no)' : options?.length ? ` (${listOptions(options)})` : ''
  return `${oneLine(id)}: ${oneLine(text)}${choices}`
}
