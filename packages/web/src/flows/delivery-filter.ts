import { DELIVERY_STATUSES, type DeliveryStatus } from '@signalbox/protocol/flow'

/** Which deliveries are shown. */
export interface DeliveryFilter {
  status: DeliveryStatus | null
  trigger: string | null
}

/** What the address says. What it says wrongly is as if it were not said. */
export function readDeliveryFilter(query: string): DeliveryFilter {
  const told = new URLSearchParams(query)
  return {
    status: DELIVERY_STATUSES.find((status) => status === told.get('status')) ?? null,
    trigger: told.get('trigger') || null,
  }
}

/** The same as an address. */
export function deliveryFilterQuery({ status, trigger }: DeliveryFilter): string {
  const said = Object.entries({ status, trigger }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  )
  return new URLSearchParams(said).toString()
}
