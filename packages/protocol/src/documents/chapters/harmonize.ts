import {
  CANONICAL_ACTIVITIES,
  CANONICAL_FIELDS,
  HOOK_TO_CANONICAL,
} from '../../harmonize/canonical-activity.js'
import { HOOKED_AGENTS, type HookedAgent, NATIVE_HOOKS } from '../../harmonize/native-hooks.js'
import { canonicalOf, type EventType, REGISTRY } from '../../registry/registry.js'
import { type Block, type Chapter, code, codes } from '../chapter.js'

const types = Object.keys(REGISTRY) as EventType[]

/** What agents do, in the same words for every agent. */
export function harmonizeChapter(): Chapter {
  return {
    id: 'activity',
    title: 'Canonical activity',
    blocks: [
      {
        kind: 'text',
        text: 'Every agent names its hooks differently. Here they have one set of names, and what a person reads is cleaned of the tags agents put into their texts.',
      },
    ],
    sections: [
      {
        id: 'canonical-outbound-activity-events',
        title: 'canonical_outbound_activity_events',
        blocks: [activities()],
      },
      {
        id: 'hook-to-canonical',
        title: 'Hook to canonical mapping',
        blocks: [
          {
            kind: 'table',
            head: ['hook', 'canonical type', ...HOOKED_AGENTS.map((agent) => `name in ${agent}`)],
            rows: Object.entries(HOOK_TO_CANONICAL).map(([hook, canonical]) => [
              code(hook),
              canonical === null ? 'none: it has events of its own' : code(canonical),
              ...HOOKED_AGENTS.map((agent) => codes(namesIn(agent, hook))),
            ]),
          },
        ],
      },
      { id: 'canonical-required', title: 'Required canonical payload fields', blocks: [fields(false)] },
      { id: 'canonical-optional', title: 'Optional canonical payload fields', blocks: [fields(true)] },
    ],
  }
}

function namesIn(agent: HookedAgent, hook: string): string[] {
  return Object.entries(NATIVE_HOOKS[agent])
    .filter(([, common]) => common === hook)
    .map(([native]) => native)
}

function activities(): Block {
  return {
    kind: 'table',
    head: ['canonical type', 'events of the log it is made from'],
    rows: CANONICAL_ACTIVITIES.map((activity) => [
      code(activity),
      codes(types.filter((type) => canonicalOf(type) === activity)),
    ]),
  }
}

function fields(optional: boolean): Block {
  return {
    kind: 'table',
    head: ['field', 'says'],
    rows: Object.entries(CANONICAL_FIELDS)
      .filter(([, field]) => field.optional === optional)
      .map(([name, field]) => [code(name), field.description]),
  }
}
