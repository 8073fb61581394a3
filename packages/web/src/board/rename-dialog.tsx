import { type FormEvent, useState } from 'react'
import { useGateway } from '../gateway/gateway-context.js'
import { Dialog } from '../page/dialog.js'
import { Field } from '../page/field.js'
import type { BoardRow } from './board-row.js'
import { reasonOf } from './use-session-actions.js'

/** Gives a session another name. */
export function RenameDialog({ row, onClose }: { row: BoardRow; onClose: () => void }) {
  const { client } = useGateway()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)

  async function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name === '') return setProblem('A session needs a name.')
    setSending(true)
    try {
      await client.renameSession(row.id, name)
      onClose()
    } catch (error) {
      setProblem(reasonOf(error))
      setSending(false)
    }
  }

  return (
    <Dialog title="Rename the session" onClose={onClose}>
      <form className="form" onSubmit={rename} noValidate>
        <Field label="Name" problem={problem}>
          {(input) => (
            <input {...input} name="name" defaultValue={row.name} maxLength={200} autoComplete="off" />
          )}
        </Field>
        <div className="actions">
          <button type="button" className="button plain" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button" disabled={isSending}>
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  )
}
