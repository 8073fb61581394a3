import type { Deciding } from './deciding.js'
import { cleanName, nameFromPrompt } from './naming.js'

/** A session that nobody has named by the end of a turn is named after what was first said in it. */
export function nameAfterPrompt(session: Deciding): void {
  const { meta, namedBy, firstPrompt } = session.state
  if (meta.name !== null || namedBy !== null || firstPrompt === null) return
  const name = nameFromPrompt(firstPrompt)
  if (name === '') return
  session.follow('thread.name_delta', { delta: name })
  session.follow('thread.name_complete', { name, by: 'prompt' })
}

/** The title an agent gives: taken unless a person chose one. */
export function takeTitle(session: Deciding, title: string): void {
  const { meta, namedBy } = session.state
  const name = cleanName(title)
  if (name === '' || name === meta.name || namedBy === 'person') return
  session.say({ ...session.draft, data: { name, by: 'agent' } })
}
