/**
 * What a model says when it is asked: a text, calls of tools, or that it fails. The steps of a script are its answers
 * one after the other.
 * @typedef {object} Step
 * @property {string} [think]
 * @property {string} [say]
 * @property {Call[]} [call]
 * @property {number} [slow] ms between two words of what it says
 * @property {number} [fail] the status of the answer instead
 * @property {true} [hang] it begins to answer and says no more
 */
/** @typedef {{tool: string, args?: object}} Call */
/** A message of a conversation, whoever's wire it came over. @typedef {{role: 'user' | 'model' | 'tool', text: string}} Message */

const BEGIN = 'play('

/** The prompt that makes the model play these steps. @param {...Step} steps */
export function play(...steps) {
  return `${BEGIN}${JSON.stringify(steps)})`
}

/**
 * The step to play now. The prompt carries the script, so the model keeps nothing between two calls: what it said
 * since that prompt tells how far it is. A call of a tool it was not offered is left out: who asks for a title of the
 * conversation gets words.
 * @param {readonly Message[]} messages @param {ReadonlySet<string>} tools @returns {Step}
 */
export function nextStep(messages, tools) {
  const at = messages.findLastIndex(({ role, text }) => role === 'user' && readScript(text) !== undefined)
  if (at < 0) return { say: 'Hello from the model.' }
  const step = readScript(messages[at]?.text ?? '')?.[answersAfter(messages, at)] ?? { say: 'Done.' }
  if (step.call === undefined) return step
  const call = step.call.filter(({ tool }) => tools.has(tool))
  return call.length > 0 ? { ...step, call } : { say: 'A title' }
}

/** How often the model has spoken since; several items without an answer between them are one. @param {readonly Message[]} messages @param {number} at */
function answersAfter(messages, at) {
  let count = 0
  let speaking = false
  for (const { role } of messages.slice(at + 1)) {
    if (role === 'model' && !speaking) count += 1
    speaking = role === 'model'
  }
  return count
}

/** The first script in a text. @param {string} text @returns {Step[] | undefined} */
export function readScript(text) {
  const begin = text.indexOf(BEGIN)
  if (begin < 0) return undefined
  const from = begin + BEGIN.length
  const end = endOfJson(text, from)
  if (end === undefined) return undefined
  try {
    const steps = JSON.parse(text.slice(from, end))
    return Array.isArray(steps) ? steps : undefined
  } catch {
    return undefined
  }
}

/** Where the JSON list that begins here ends: brackets within strings do not count. @param {string} text @param {number} from */
function endOfJson(text, from) {
  let depth = 0
  let quoted = false
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') {
      depth -= 1
      if (depth === 0) return at + 1
      if (depth < 0) return undefined
    }
  }
  return undefined
}
