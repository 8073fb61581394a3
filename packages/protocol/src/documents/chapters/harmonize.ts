import {
  CANONICAL_ACTIVITIES,
  CANONICAL_FIELDS,
  HOOK_TO_CANONICAL,
} from '../../harmonize/canonical-activity.js'
import { HOOKED_AGENTS, type HookedAgent, NATIVE_HOOKS } from '../../harmonize/native-hooks.js'
import { PHRASES } from '../../harmonize/phrases.js'
import { TAGS } from '../../harmonize/tags.js'
import { canonicalOf, type EventType, REGISTRY, rowOf } from '../../registry/registry.js'
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
              canonical === null ? NO_ACTIVITY[hook === 'nothing' ? 'nothing' : 'other'] : code(canonical),
              ...HOOKED_AGENTS.map((agent) => codes(namesIn(agent, hook))),
            ]),
          },
        ],
      },
      { id: 'canonical-required', title: 'Required canonical payload fields', blocks: [fields(false)] },
      { id: 'canonical-optional', title: 'Optional canonical payload fields', blocks: [fields(true)] },
      { id: 'cleaned-texts', title: 'Texts that are cleaned', blocks: [ABOUT_TEXTS, cleanedTexts()] },
      { id: 'signalling-tags', title: 'Signalling tags', blocks: [ABOUT_TAGS, tags()] },
    ],
  }
}

const NO_ACTIVITY = { nothing: 'none: it is known and says nothing', other: 'none: it has events of its own' }

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

function cleanedTexts(): Block {
  return {
    kind: 'table',
    head: ['event', 'texts'],
    rows: types.flatMap((type) => {
      const { clean } = rowOf(type)
      return clean === undefined ? [] : [[code(type), codes([...clean])]]
    }),
  }
}

const ABOUT_TEXTS: Block = {
  kind: 'text',
  text: 'Cleaned once, before they are stored. The finalText of an agent that Signalbox runs is left as it was streamed: its pieces must add up.',
}

const ABOUT_TAGS: Block = {
  kind: 'text',
  text: 'What the cleaner knows, at the beginning of a section only: parse reads what is inside, drop takes it out, unwrap takes out the tags alone, render shows what was typed, keep leaves the words and tells who said them.',
}

function tags(): Block {
  return {
    kind: 'table',
    head: ['tag or words', 'agents', 'what becomes of it', 'means', 'known from'],
    rows: [
      ...TAGS.map((row) => [code(`<${row.tag}>`), ...known(row)]),
      ...PHRASES.map((row) => [code(row.phrase), ...known(row)]),
    ],
  }
}

function known({
  agents,
  action,
  about,
  source,
  evidence,
}: (typeof TAGS | typeof PHRASES)[number]): string[] {
  return [agents.join(', '), action, about, `${source} (${evidence})`]
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
