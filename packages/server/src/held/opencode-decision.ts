import type { Decision } from './decisions.js'

/**
 * What our plugin in opencode replies for a person: to a permission `once`, `always` or `reject`, to questions the labels
 * that were chosen, in the order of the questions. `{}` is nothing: opencode asks in its terminal anyhow. Pure.
 */
export const opencodeDecision: Decision = (_asked, ending, questionIds) => {
  if (ending.kind === 'released') return {}
  if (ending.kind === 'permission') {
    const { approved, remember, message } = ending
    if (approved) return { reply: remember ? 'always' : 'once' }
    return { reply: 'reject', ...(message === undefined ? {} : { message }) }
  }
  if (ending.dismissed) return { reject: true }
  return { answers: questionIds.map((id) => (ending.answers[id] === undefined ? [] : [ending.answers[id]])) }
}
