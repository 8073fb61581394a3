import type { Address } from '../route/address.js'
import { DeliveriesView } from './deliveries-view.js'
import { TriggerPage } from './edit/trigger-page.js'
import { FlowsView } from './flows-view.js'

type FlowsAddress = Extract<Address, { page: 'flows' | 'deliveries' | 'flow' }>

/** The pages of flows; they are loaded together. */
export function FlowsPage({ address }: { address: FlowsAddress }) {
  if (address.page === 'flows') return <FlowsView />
  if (address.page === 'deliveries') return <DeliveriesView query={address.query} />
  return <TriggerPage key={address.triggerId ?? ''} triggerId={address.triggerId} />
}
