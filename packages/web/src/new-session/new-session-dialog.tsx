import type { NewSession as NewSessionWish } from '@signalbox/client'
import type { AgentEntry, AgentMode } from '@signalbox/protocol'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { fetchAgents } from '../gateway/fetch-agents.js'
import { useGateway } from '../gateway/gateway-context.js'
import { Dialog } from '../page/dialog.js'
import { Field } from '../page/field.js'
import { sessionAddress } from '../route/address.js'
import { useRouter } from '../route/router.js'
import { Drafts } from '../session/composer/drafts.js'
import { type FieldProblems, fieldProblems } from './field-problems.js'
import { recentFolders, rememberFolder } from './recent-folders.js'

const MODES: Readonly<Record<AgentMode, string>> = {
  implement: 'Implement: does the work',
  plan: 'Plan: says what it would do',
  ideate: 'Ideate: thinks with you',
  high_agency: 'High agency: decides more itself',
}

/** Asks for agent, folder, mode and a first prompt; makes the session and opens it. */
export function NewSessionDialog({ onClose }: { onClose: () => void }) {
  const { client, board } = useGateway()
  const { go } = useRouter()
  const [agents, setAgents] = useState<AgentEntry[] | undefined | null>(null)
  const [agent, setAgent] = useState('demo')
  const [problems, setProblems] = useState<FieldProblems>({})
  const [isSending, setSending] = useState(false)
  const [folders] = useState(() => recentFolders(window.localStorage))
  const foldersId = useId()
  useEffect(() => {
    let stopped = false
    fetchAgents().then((read) => stopped || setAgents(read))
    return () => {
      stopped = true
    }
  }, [])

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '').trim()
    const cwd = text('cwd')
    const wish: NewSessionWish = {
      agentType: text('agentType'),
      mode: text('mode') as AgentMode,
      ...(cwd === '' ? {} : { cwd }),
    }
    setSending(true)
    setProblems({})
    try {
      const session = await client.createSession(wish)
      if (cwd !== '') rememberFolder(window.localStorage, cwd)
      const prompt = text('prompt')
      const isPaused = board.gateway.state === 'paused'
      // No turn would start: the words wait where they can be sent from later.
      if (isPaused) new Drafts(window.sessionStorage).keep(session.id, prompt)
      onClose()
      go(sessionAddress(session.id))
      // The session is there: what goes wrong from here on is said by its own page.
      if (prompt !== '' && !isPaused) await client.runTurn(session.id, prompt).catch(() => {})
    } catch (error) {
      setProblems(fieldProblems(error))
      setSending(false)
    }
  }

  return (
    <Dialog title="New session" onClose={onClose}>
      <form className="form" onSubmit={create} noValidate>
        <Field
          label="Agent"
          problem={agents === undefined ? UNREADABLE : (problems.agentType ?? '')}
          hint={NOT_LISTED}
        >
          {(input) => (
            <select
              {...input}
              name="agentType"
              value={agent}
              onChange={({ currentTarget }) => setAgent(currentTarget.value)}
            >
              {(agents ?? []).map(({ id, name, available, reason }) => (
                <option key={id} value={id} disabled={!available}>
                  {available ? name : `${name} (${reason ?? 'not available'})`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Folder"
          problem={problems.cwd ?? ''}
          hint="Empty: a new one, in the data directory of the gateway."
        >
          {(input) => (
            <input
              {...input}
              name="cwd"
              list={foldersId}
              placeholder="/home/you/project"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          )}
        </Field>
        <datalist id={foldersId}>
          {folders.map((folder) => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
        <Field label="Mode" problem={problems.mode ?? ''}>
          {(input) => (
            <select {...input} name="mode" defaultValue="implement">
              {Object.entries(MODES).map(([mode, says]) => (
                <option key={mode} value={mode}>
                  {says}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="First prompt" problem={problems.prompt ?? ''} hint="May be left empty.">
          {(input) => <textarea {...input} name="prompt" rows={3} placeholder="What is to be done?" />}
        </Field>
        <p role="alert" className="problem">
          {problems.form}
        </p>
        <div className="actions">
          <button type="button" className="button plain" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button" disabled={isSending || !agents}>
            Create the session
          </button>
        </div>
      </form>
    </Dialog>
  )
}

const UNREADABLE = 'The agents could not be read. See that the gateway still runs, and open this again.'
const NOT_LISTED = 'Agents in your own terminals are not begun here: they appear by themselves.'
