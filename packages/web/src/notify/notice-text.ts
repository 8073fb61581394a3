import type { SessionMeta } from '@signalbox/protocol'
import { sessionName } from '../board/session-name.js'
import type { NeedItem } from '../needs/need-list.js'
import { sentenceOf, sentenceText } from '../needs/sentence.js'
import { neutralise } from '../text/neutralise.js'

/** What a notification says: what it is about, and who asks. */
export function noticeText(
  item: NeedItem,
  session: SessionMeta | undefined,
): { title: string; body: string } {
  const agent = session && session.agentType !== 'unknown' ? neutralise(session.agentType) : 'An agent'
  const body = session ? sessionName(session) : ''
  if (item.kind === 'waits') return { title: `${agent} waits for you`, body }
  const said = sentenceText(sentenceOf(item.entry, session?.cwd ?? null))
  const asks = item.entry.kind === 'permission' ? 'asks to' : 'asks'
  // "claude asks to: Run npm publish in ~/shop"
  return { title: `${agent} ${asks}: ${said}`, body }
}
