import { neutralise } from '../text/neutralise.js'

type Attributes = readonly (readonly [name: string, value: string])[]

/** Said elsewhere in the line, alike in every record, or an id nobody reads in passing. */
const KNOWN =
  /^(?:type|timestamp|column|session[._]id|(?:event|delivery)_id|gestalt\..*|signalbox\..*|notify\.(?!type$|error$).*)$/

/** What matters most, in this order; the others follow by name. */
const FIRST: readonly string[] = [
  ...['error', 'problem', 'reason', 'notify.error', 'notify.type', 'message', 'summary', 'title'],
  ...['trigger', 'activity', 'file', 'line', 'field', 'attempts', 'plan_file', 'task_state', 'triggers'],
]
/** Sentences and words that say by themselves what they are. */
const BARE: ReadonlySet<string> = new Set(FIRST.slice(0, 8))
const MOST = 6
const LONGEST = 80

type Words = (value: string) => string

const counted =
  (one: string, many: string): Words =>
  (value) =>
    `${value} ${value === '1' ? one : many}`

/** Numbers of the records of the gateway itself, in words. Empty: it need not be said. */
const WORDS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  'flows were read': {
    triggers: counted('trigger', 'triggers'),
    bad: (value) => (value === '0' ? '' : counted('file cannot be used', 'files cannot be used')(value)),
  },
  'a delivery was given up': { attempts: counted('attempt', 'attempts') },
  'a flow file cannot be used': { line: (value) => (value === '0' ? '' : `line ${value}`) },
}

/** What a record says beside its words that tells it from its like, in a line: what matters first. */
export function recordSummary(body: string, attributes: Attributes): string {
  const words = Object.hasOwn(WORDS, body) ? WORDS[body] : undefined
  // The problem of a file often begins with its field.
  const isSaid = (field: string) =>
    attributes.some(([name, value]) => BARE.has(name) && value.includes(field))
  return attributes
    .filter(([name, value]) => !KNOWN.test(name) && value.trim() !== '')
    .filter(([name, value]) => name !== 'field' || !isSaid(value))
    .map(([name, value]) => ({ rank: rankOf(name), text: said(name, value, words) }))
    .filter(({ text }) => text !== '')
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST)
    .map(({ text }) => text)
    .join(' · ')
}

function said(name: string, value: string, words: Readonly<Record<string, Words>> | undefined): string {
  const text = neutralise(value.slice(0, LONGEST))
  const spoken = words && Object.hasOwn(words, name) ? words[name] : undefined
  if (spoken) return spoken(text)
  if (text === '') return ''
  return BARE.has(name) ? text : `${name} ${text}`
}

function rankOf(name: string): number {
  const rank = FIRST.indexOf(name)
  return rank === -1 ? FIRST.length : rank
}
