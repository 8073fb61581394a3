import type { JsonObject } from '@signalbox/protocol'
import type { Decision } from './decisions.js'

/**
 * What our plugin in opencode replies for a person: to a permission `once`, `always` or `reject`, to questions the labels
 * that were chosen, in the order of the questions. `{}` is nothing: opencode asks in its terminal anyhow. Pure.
 */
export const opencodeDecision: Decision = (_asked, ending, questions) => {
  if (ending.kind === 'released') return {}
  if (ending.kind === 'permission') {
    const { approved, remember, message } = ending
    if (approved) return { reply: remember ? 'always' : 'once' }
    return { reply: 'reject', ...(message === undefined ? {} : { message }) }
  }
  if (ending.dismissed) return { reject: true }
  return { answers: questions.map((question) => chosen(question, ending.answers[String(question.id)])) }
}

/** Several labels come as one text; it is taken apart where every part is a label. */
function chosen({ options, multiSelect }: JsonObject, answer: string | undefined): string[] {
  if (answer === undefined) return []
  const labels = answer.split(', ')
  const known = Array.isArray(options) ? options : []
  return multiSelect === true && labels.every((label) => known.includes(label)) ? labels : [answer]
}
