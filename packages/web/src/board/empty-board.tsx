import { Command } from '../page/command.js'
import './empty-board.css'

/** What a new gateway says: it works, and this is how the first session appears. */
export function EmptyBoard() {
  const { origin } = window.location
  const line = [
    `curl ${origin}/api/sessions/Codex%201/notify \\`,
    '  -H "Authorization: Bearer $(cat ~/.signalbox/token)" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"session_id":"Codex 1","payload":{"type":"session-start"}}'`,
  ].join('\n')
  return (
    <div className="empty-board">
      <h1>The line is clear</h1>
      <p>
        Signalbox is listening. Every agent that reports here gets a row with a lamp, and the ones that need
        you come first. Send a first event from a terminal:
      </p>
      <Command text={line} />
      <p className="aside">
        The token is in the data directory: <code>~/.signalbox</code>, unless you started with{' '}
        <code>--data-dir</code>.
      </p>
    </div>
  )
}
