import { KNOWN_AGENTS, type TagRow } from './tag-row.js'

/** What Signalbox itself types into the panes of agents. Coming back as a prompt it is known by its tag. */
export const SIGNALBOX_TAGS: readonly TagRow[] = [
  {
    tag: 'signalbox-message',
    agents: KNOWN_AGENTS,
    action: 'unwrap',
    kind: 'peer',
    evidence: 'recorded',
    source: 'Signalbox itself',
    about: 'Another session needs somebody, or is done.',
  },
]
