import { useState } from 'react'
import { sendJson } from '../gateway/send-json.js'
import { flowAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { useRouter } from '../route/router.js'
import { neutralise } from '../text/neutralise.js'
import { FIRST_TRIGGER } from './first-trigger.js'

interface NoTriggersProps {
  canMake: boolean
  onMade: () => void
}

/** No trigger yet: what one is for, and one to begin with. */
export function NoTriggers({ canMake, onMade }: NoTriggersProps) {
  const { go } = useRouter()
  const [problem, setProblem] = useState('')
  const [isMaking, setMaking] = useState(false)

  async function make() {
    const { id, ...body } = FIRST_TRIGGER
    setMaking(true)
    setProblem('')
    const outcome = await sendJson('PUT', `/api/flow/triggers/${encodeURIComponent(id)}`, { body })
    setMaking(false)
    if (outcome.kind === 'refused') return setProblem(outcome.says)
    onMade()
    go(flowAddress(id))
  }

  return (
    <div className="no-triggers">
      <h2>Nothing is set off yet</h2>
      <p>
        A trigger waits for something an agent does, and then tells you, calls a webhook, types into a
        terminal or starts another agent. It goes on by itself, and what becomes of it stands here.
      </p>
      <div className="no-triggers-levers">
        <button type="button" className="button" disabled={!canMake || isMaking} onClick={make}>
          Tell me when an agent makes a plan
        </button>
        <Link to="/flows/new" className="button plain">
          Make your own
        </Link>
      </div>
      <p className="problem" role="alert">
        {neutralise(problem)}
      </p>
    </div>
  )
}
