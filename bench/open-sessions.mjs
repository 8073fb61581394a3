import { Door } from '../scripts/gateway/door.mjs'

/** One event in each session, so that there is something to join. @param {{port: number, token: string}} server @param {string[]} sessions */
export async function openSessions({ port, token }, sessions) {
  const door = new Door(port, token)
  for (const session of sessions) {
    const body = JSON.stringify({ session_id: session, payload: { type: 'new-plan' } })
    const { status, text } = await door.post(`/api/sessions/${encodeURIComponent(session)}/notify`, body)
    if (status !== 204) throw new Error(`opening ${session} was answered ${status}: ${text}`)
  }
  door.close()
}
