import { useState } from 'react'
import { reasonOf } from '../board/use-session-actions.js'
import { useGateway } from '../gateway/gateway-context.js'
import { Mark } from '../page/mark.js'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { useRouter } from '../route/router.js'
import { neutralise } from '../text/neutralise.js'
import './first-run.css'

const TOUR = 'The cart of the shop is a cent off. Find out why, repair it and run the tests. (demo:tour)'

/** What a gateway without a session greets with: try it, or connect something. */
export function FirstRun() {
  const { client, board } = useGateway()
  const { go } = useRouter()
  const [isStarting, setStarting] = useState(false)
  const [problem, setProblem] = useState('')

  async function start() {
    setStarting(true)
    setProblem('')
    try {
      const session = await client.createSession({ agentType: 'demo', name: 'A tour with the demo agent' })
      await client.runTurn(session.id, TOUR)
      go(sessionAddress(session.id))
    } catch (error) {
      setProblem(`The demo did not start: ${neutralise(reasonOf(error))}`)
      setStarting(false)
    }
  }

  return (
    <section className="first-run" aria-labelledby="first-run">
      <Mark />
      <h1 id="first-run">The line is clear</h1>
      <p className="lead">
        Signalbox listens. Every agent that reports here gets a lamp; what needs you comes first, and you
        answer it from here.
      </p>
      <ol className="ways">
        <li>
          <h2>See it work</h2>
          <p>
            A scripted agent repairs a small shop and asks you once. Half a minute; nothing of yours is
            touched.
          </p>
          <button
            type="button"
            className="button"
            onClick={start}
            disabled={isStarting || board.gateway.state === 'paused'}
          >
            Run the demo
          </button>
          <p role="alert" className="problem">
            {problem}
          </p>
        </li>
        <li>
          <h2>Use your own</h2>
          <p>
            Claude Code, Codex, Gemini CLI and opencode, in the terminals you use already. One command each.
          </p>
          <Link to="/connect" className="button plain">
            Connect an agent
          </Link>
        </li>
      </ol>
    </section>
  )
}
