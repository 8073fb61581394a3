import type { AskedQuestion } from './asked.js'

/** What a person has put down for one question so far. */
export interface Given {
  chosen: readonly string[]
  /** Words of their own, beside or in the place of options. */
  words: string
}

/** By the id of each question. */
export type QuestionDraft = ReadonlyMap<string, Given>

export const NOTHING_GIVEN: Given = { chosen: [], words: '' }

/** With an option chosen, or, where several may be, taken back. */
export function choose(draft: QuestionDraft, question: AskedQuestion, option: string): QuestionDraft {
  const { chosen, words } = draft.get(question.id) ?? NOTHING_GIVEN
  if (!question.multiSelect) return new Map(draft).set(question.id, { chosen: [option], words: '' })
  const left = chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]
  return new Map(draft).set(question.id, { chosen: left, words })
}

/** With words of the person's own: of one choice they take the place. */
export function write(draft: QuestionDraft, question: AskedQuestion, words: string): QuestionDraft {
  const { chosen } = draft.get(question.id) ?? NOTHING_GIVEN
  const kept = question.multiSelect || words.trim() === '' ? chosen : []
  return new Map(draft).set(question.id, { chosen: kept, words })
}

export type Filled =
  | { ok: true; answers: Record<string, string> }
  /** `missing`: the questions that need an answer. */
  | { ok: false; missing: readonly string[] }

/** The answers as they are sent; not before every question that needs one has one, and at least one has. */
export function filled(questions: readonly AskedQuestion[], draft: QuestionDraft): Filled {
  const given = questions.map((question) => [question.id, answerTo(question, draft)] as const)
  const answers = given.filter(([, answer]) => answer !== '')
  const missing = questions.filter(({ id, required }) => required && !answers.some(([other]) => other === id))
  if (missing.length > 0) return { ok: false, missing: missing.map(({ id }) => id) }
  if (answers.length === 0) return { ok: false, missing: questions.map(({ id }) => id) }
  return { ok: true, answers: Object.fromEntries(answers) }
}

/** Several options are joined in the order they were offered. */
function answerTo({ id, options }: AskedQuestion, draft: QuestionDraft): string {
  const { chosen, words } = draft.get(id) ?? NOTHING_GIVEN
  const offered = options.map(({ label }) => label)
  const inOrder = [
    ...offered.filter((label) => chosen.includes(label)),
    ...chosen.filter((one) => !offered.includes(one)),
  ]
  return [...inOrder, words.trim()].filter((part) => part !== '').join(', ')
}
