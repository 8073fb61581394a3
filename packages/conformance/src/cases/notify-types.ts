import type { ConformanceCase } from '../case.js'
import { expectMatch } from '../engine/failure.js'
import type { RequirementId } from '../manifest.js'

type Row = readonly [id: string, verifies: readonly RequirementId[], type: string, canonical: string]

const NORMAL: RequirementId = 'NOTIFY-084'
const ELSE: RequirementId = 'NOTIFY-083'

const TYPES: readonly Row[] = [
  ['new-plan', ['NOTIFY-080'], 'new-plan', 'notify_new_plan'],
  ['new-plan-in-words', ['NOTIFY-080', NORMAL], 'New Plan', 'notify_new_plan'],
  ['new-plan-in-signs', ['NOTIFY-080', NORMAL], '__new__plan!!', 'notify_new_plan'],
  ['progress', ['NOTIFY-081'], 'progress', 'notify_progress'],
  ['progress-with-blanks', ['NOTIFY-081', NORMAL], ' Progress ', 'notify_progress'],
  ['finish', ['NOTIFY-082'], 'finish', 'notify_finish'],
  ['finish-in-upper-case', ['NOTIFY-082', NORMAL], 'FINISH', 'notify_finish'],
  ['plan-level', [ELSE], 'plan-L1-wip', 'notify_event'],
  ['newplan', [ELSE, NORMAL], 'newplan', 'notify_event'],
  ['plan-new', [ELSE], 'plan-new', 'notify_event'],
  ['turn-complete', [ELSE], 'agent-turn-complete', 'notify_event'],
  ['constructor', [ELSE], 'constructor', 'notify_event'],
  ['canonical-name', [ELSE], 'notify_finish', 'notify_event'],
]

/** Which canonical type a payload type has, and that the original stays. */
export const notifyTypes: readonly ConformanceCase[] = TYPES.map(([id, verifies, type, canonical]) => ({
  id: `notify-type-${id}`,
  verifies: [...verifies, 'NOTIFY-085'],
  title: `${JSON.stringify(type)} is ${canonical}`,
  async run(context) {
    const name = context.name()
    const told = await context.represent(name, { type })
    expectMatch('the canonical type', told.type, canonical)
    const event = (await context.events(name)).find(({ seq }) => seq === told.seq)
    expectMatch('the event', event, { type: canonical, notify: { type } })
  },
}))
