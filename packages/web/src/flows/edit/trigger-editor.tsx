import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useGateway } from '../../gateway/gateway-context.js'
import { deliveriesAddress } from '../../route/address.js'
import { Link } from '../../route/link.js'
import { useLeaveGuard } from '../../route/use-leave-guard.js'
import { Caution } from '../caution.js'
import { Deliveries } from '../deliveries.js'
import { deliveryFilterQuery } from '../delivery-filter.js'
import type { FlowTrigger } from '../flow-api.js'
import type { Flows } from '../read-flows.js'
import { quietId, triggerName } from '../trigger-words.js'
import { DeleteTriggerDialog } from './delete-trigger-dialog.js'
import { DryRunPanel } from './dry-run-panel.js'
import { LeaveDialog } from './leave-dialog.js'
import { SaveBar } from './save-bar.js'
import { showFault } from './show-fault.js'
import { TriggerForm } from './trigger-form.js'
import { useTriggerEditing } from './use-trigger-editing.js'
import { WebhookSecret } from './webhook-secret.js'
import './trigger-editor.css'

interface TriggerEditorProps {
  /** Null for a new one. */
  trigger: FlowTrigger | null
  flows: Flows
  onSaved: () => void
}

/** A trigger to be edited, what it would do beside it, and what it did below. */
export function TriggerEditor({ trigger, flows, onSaved }: TriggerEditorProps) {
  const editing = useTriggerEditing(trigger, flows, onSaved)
  const { before, draft, edited, isChanged, problems, isSaving, said, theirs } = editing
  const { status } = useGateway()
  const [isDeleting, setDeleting] = useState(false)
  const { asked, stay } = useLeaveGuard(isChanged)
  const warnings = flows.warnings.filter(({ trigger_id }) => trigger_id === before?.id)

  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems.length > 0 && form.current) showFault(form.current)
  }, [problems])

  function submit(event: FormEvent) {
    event.preventDefault()
    void editing.save()
  }

  return (
    <div className="trigger-page">
      <header>
        <Link to="/flows">Flows</Link>
        <h1 className="foreign">{before ? triggerName(before) : 'New trigger'}</h1>
        {before && quietId(before) !== '' && <code className="trigger-id foreign">{quietId(before)}</code>}
      </header>
      <div className="trigger-sides">
        <form ref={form} onSubmit={submit} noValidate>
          <TriggerForm
            draft={draft}
            eventTypes={flows.eventTypes}
            activities={flows.activities}
            problems={problems}
            onChange={editing.change}
          />
          {warnings.map(({ field, message }) => (
            <Caution key={`${field} ${message}`} says={message} />
          ))}
          {before?.bindings.some(({ activity_id }) => activity_id === 'post_webhook') && (
            <WebhookSecret triggerId={before.id} />
          )}
          <SaveBar
            isNew={!before}
            canSave={!isSaving && isChanged && status.state === 'live' && flows.state !== 'unreadable'}
            {...{ isChanged, said, problems, theirs }}
            bindings={edited.bindings}
            activities={flows.activities}
            onSaveMine={() => void editing.save('over')}
            onTakeTheirs={editing.takeTheirs}
            onDelete={() => setDeleting(true)}
          />
        </form>
        <DryRunPanel trigger={edited} activities={flows.activities} />
      </div>
      {before && (
        <section className="trigger-deliveries" aria-labelledby="trigger-deliveries">
          <header>
            <h2 id="trigger-deliveries">What it did</h2>
            <Link to={deliveriesAddress(deliveryFilterQuery({ status: null, trigger: before.id }))}>
              All its deliveries
            </Link>
          </header>
          <Deliveries
            filter={{ status: null, trigger: before.id }}
            activities={flows.activities}
            limit={10}
          />
        </section>
      )}
      {isDeleting && before && <DeleteTriggerDialog trigger={before} onClose={() => setDeleting(false)} />}
      {asked && <LeaveDialog onLeave={asked} onStay={stay} />}
    </div>
  )
}
