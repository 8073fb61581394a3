import { type Static, s } from '../schema.js'

/** Yes or no to a permission. */
export const PermissionAnswer = s.object(
  { approved: s.boolean(), message: s.optional(s.string()), remember: s.optional(s.boolean()) },
  { closed: true },
)
export type PermissionAnswer = Static<typeof PermissionAnswer>

/** The answers to questions, by their ids. */
export const QuestionAnswer = s.object(
  { answers: s.record(s.string()), dismissed: s.optional(s.boolean()) },
  { closed: true },
)
export type QuestionAnswer = Static<typeof QuestionAnswer>
