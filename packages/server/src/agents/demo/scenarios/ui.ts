import type { JsonObject } from '@signalbox/protocol'
import type { Scenario } from '../scenario.js'

const add = (path: string, value: JsonObject[string]): string => JSON.stringify({ op: 'add', path, value })
const element = (id: string, type: string, props: JsonObject, children: string[] = []): string =>
  add(`/elements/${id}`, { type, props, children })

/** A card with three figures and a button, as a stream of patches. */
const CARD = [
  add('/root', 'card'),
  add('/state', { done: 80 }),
  element('card', 'Card', { title: 'Demo run', description: 'Scripted by the demo agent' }, [
    'figures',
    'progress',
    'again',
  ]),
  element('figures', 'Grid', { columns: 3 }, ['passed', 'failed', 'time']),
  element('passed', 'Metric', { label: 'Passed', value: '8' }),
  element('failed', 'Metric', { label: 'Failed', value: '0' }),
  element('time', 'Metric', { label: 'Time', value: '1.2 s' }),
  element('progress', 'Progress', { label: 'Done', value: { $state: '/done' }, max: 100 }),
  element('again', 'Button', { label: 'Play it again', action: 'sendMessage', params: { text: 'demo:ui' } }),
  JSON.stringify({ op: 'replace', path: '/state/done', value: 100 }),
]

/** Agents get it wrong now and then: whoever shows interface must see what that looks like. */
const BROKEN = [add('/root', 'card'), '{"op": "add", "path": ']

export const playUi: Scenario = async (stage) => {
  await stage.text('I am the demo agent. This card is scripted:\n\n')
  await stage.block(`\`\`\`spec\n${CARD.join('\n')}\n\`\`\`\n`)
  await stage.text(
    '\nNothing was really run for it. The next one is broken on purpose, in its second line:\n\n',
  )
  await stage.block(`\`\`\`spec\n${BROKEN.join('\n')}\n\`\`\`\n`)
  await stage.text('\nIt shows how a fault looks.\n')
}
