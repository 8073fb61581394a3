import type { PermissionAnswer } from '@signalbox/client'
import type { Question } from '../show/request-text.js'
import { oneLine } from '../terminal/plain-text.js'

const DECISION = /^\s*(y|yes|a|always|n|no)(?:[\s,:]+(\S[\s\S]*?))?\s*$/i

/** `y`, `n` or `a`; a no may say why. Undefined when it is none of them. */
export function readDecision(line: string): PermissionAnswer | undefined {
  const [, word = '', message] = DECISION.exec(line) ?? []
  const letter = word[0]?.toLowerCase()
  if (letter === undefined) return undefined
  return {
    approved: letter !== 'n',
    ...(letter === 'a' ? { remember: true } : {}),
    ...(message === undefined ? {} : { message }),
  }
}

/** `skip`: the question may be left open. */
export type Reading = { answer: string } | { skip: true } | { problem: string }

const READERS: Record<Question['type'], (text: string, question: Question) => Reading> = {
  choice: (text, { options = [], multiSelect, custom }) => {
    const one = optionMeant(text, options)
    const many = multiSelect ? text.split(',').map((part) => optionMeant(part.trim(), options)) : []
    const all = many.every((option) => option !== undefined) && many.length > 0 ? many.join(', ') : undefined
    const answer = one ?? all ?? (custom ? text : undefined)
    if (answer !== undefined) return { answer }
    const some = multiSelect ? 'It is some of, with commas between them' : 'It is one of'
    return { problem: `${some}: ${listOptions(options)}.` }
  },
  confirm: (text) => {
    if (/^(y|yes)$/i.test(text)) return { answer: 'yes' }
    return /^(n|no)$/i.test(text) ? { answer: 'no' } : { problem: 'It is yes or no.' }
  },
  text: (text) => ({ answer: text }),
}

/** What was typed, as the answer to a question: an option by its number or name, yes or no, or free text. */
export function readAnswer(typed: string, question: Question): Reading {
  const text = typed.trim()
  if (text === '')
    return question.required === false ? { skip: true } : { problem: 'This one needs an answer.' }
  const { type, options } = question
  // A choice of nothing is a free one.
  return READERS[type === 'choice' && !options?.length ? 'text' : type](text, question)
}

/** `1 incremental, 2 big-bang` */
export function listOptions(options: readonly string[]): string {
  return options.map((option, index) => `${index + 1} ${oneLine(option)}`).join(', ')
}

/** The option that was typed: as it is, by its number, or in other letters. */
function optionMeant(text: string, options: readonly string[]): string | undefined {
  return (
    options.find((option) => option === text) ??
    (/^\d+$/.test(text) ? options[Number(text) - 1] : undefined) ??
    options.find((option) => sameWord(option, text))
  )
}

function sameWord(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
