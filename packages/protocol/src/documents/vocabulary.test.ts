import { describe, expect, it } from 'vitest'
import { ERRORS } from '../errors.js'
import { ACTIVITY_IDS } from '../flow/activities.js'
import { TRIGGER_ALIASES } from '../flow/config.js'
import { CANONICAL_ACTIVITIES, CANONICAL_FIELDS, HOOK_TO_CANONICAL } from '../harmonize/canonical-activity.js'
import { NOTIFY_TYPES } from '../notify/canonical-type.js'
import { MESSAGES } from '../registry/messages.js'
import { EVENT_CHAPTERS, type EventType, nameOf, REGISTRY } from '../registry/registry.js'
import { TOOL_KINDS } from '../registry/shapes.js'
import { ITEM_CONTENTS } from '../rpc/items.js'
import { RPC_METHODS } from '../rpc/methods.js'
import { RPC_NOTIFICATIONS } from '../rpc/notifications.js'
import { AUTONOMY_RULES, TOOL_NAMES } from '../session/autonomy.js'
import { CODEX_EVENTS } from '../watch/codex-events.js'
import { vocabularyPage } from './vocabulary.js'

const page = vocabularyPage()
const lines = page.split('\n')
const types = Object.keys(REGISTRY) as EventType[]

/** The text under a heading, up to the next of the same or a higher level. */
function under(title: string): string {
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === title)
  if (start < 0) throw new Error(`there is no heading ${title}`)
  const level = lines[start]?.indexOf(' ') ?? 0
  const end = lines.findIndex((line, at) => at > start && /^#+ /.test(line) && line.indexOf(' ') <= level)
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
}

it.each(EVENT_CHAPTERS)('has the chapter $title with every name of its events', ({ title, types: own }) => {
  const text = under(title)
  for (const type of own) {
    expect(text).toContain(`| \`${type}\` |`)
    expect(text).toContain(`\`${nameOf(type, 'dot')}\``)
  }
})

it('counts what there is', () => {
  const names = new Set(types.flatMap((type) => [type, nameOf(type, 'dot')]))
  expect(page).toContain(`${types.length} event types in ${EVENT_CHAPTERS.length} chapters`)
  expect(page).toContain(`${names.size} names`)
})

it('has every client message with what it needs and what answers it', () => {
  for (const type of Object.keys(MESSAGES)) expect(under('Client messages')).toContain(`| \`${type}\` |`)
})

it('shows what each profile of autonomy does with each kind of tool, and which tools are of it', () => {
  const rules = Object.values(AUTONOMY_RULES)
  for (const kind of TOOL_KINDS) {
    expect(under('Autonomy')).toContain(
      `| \`${kind}\` | ${rules.map((profile) => profile[kind]).join(' | ')} |`,
    )
    for (const tool of TOOL_NAMES[kind]) expect(under('Kinds of tools')).toContain(`\`${tool}\``)
  }
  expect(under('Autonomy')).toContain('| ask a question | ask | ask | ask | dismiss |')
})

describe('canonical activity', () => {
  it('lists the canonical types', () => {
    const text = under('canonical_outbound_activity_events')
    for (const activity of CANONICAL_ACTIVITIES) expect(text).toContain(`| \`${activity}\` |`)
    expect(text).toContain('`agent_notification`')
  })

  it('maps every hook', () => {
    const text = under('Hook to canonical mapping')
    for (const hook of Object.keys(HOOK_TO_CANONICAL)) expect(text).toContain(`| \`${hook}\` |`)
    expect(text).toContain('| `notification` | `agent_notification` |')
  })

  it('tells optional fields from required ones', () => {
    const optional = under('Optional canonical payload fields')
    const required = under('Required canonical payload fields')
    for (const [name, field] of Object.entries(CANONICAL_FIELDS)) {
      expect(field.optional ? optional : required).toContain(`| \`${name}\` |`)
      expect(field.optional ? required : optional).not.toContain(`| \`${name}\` |`)
    }
    expect(optional).toContain('| `message` |')
  })
})

it('has what senders of notify say', () => {
  const text = under('Notify types')
  for (const [type, event] of Object.entries(NOTIFY_TYPES))
    expect(text).toContain(`| \`${type}\` | \`${event}\` |`)
  for (const type of Object.keys(CODEX_EVENTS)) expect(under('Codex events')).toContain(`| \`${type}\` |`)
})

it('has every method and every notification of JSON-RPC', () => {
  for (const name of Object.keys(RPC_METHODS)) expect(under('Methods')).toContain(`| \`${name}\` |`)
  for (const name of Object.keys(RPC_NOTIFICATIONS))
    expect(under('Notifications')).toContain(`| \`${name}\` |`)
  for (const name of Object.keys(ITEM_CONTENTS)) expect(under('Items')).toContain(`| \`${name}\` |`)
})

it('has every event type and activity of flows', () => {
  for (const type of types) {
    expect(under('Flow event types').includes(`\`${type}\``)).toBe(REGISTRY[type].kind === 'durable')
  }
  for (const name of Object.keys(TRIGGER_ALIASES))
    expect(under('Flow event types')).toContain(`| \`${name}\` |`)
  for (const id of ACTIVITY_IDS) expect(under('Activities')).toContain(`| \`${id}\` |`)
})

it('has every failure in its three forms', () => {
  for (const { ws, status, http, rpc } of Object.values(ERRORS)) {
    expect(under('Errors')).toContain(`| \`${ws}\` | ${status} | \`${http}\` | ${rpc} |`)
  }
})

it('is well-formed: every row of a table has as many cells as its head', () => {
  let columns = 0
  for (const line of lines) {
    const cells = line.startsWith('|') ? line.replaceAll('\\|', '').split('|').length : 0
    if (cells > 0 && columns > 0) expect(cells, line).toBe(columns)
    columns = cells
  }
  expect(page.endsWith('\n')).toBe(true)
  expect(page).not.toMatch(/\n\n\n|undefined|\[object/)
})
