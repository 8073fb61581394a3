import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { RequirementId } from '../manifest.js'
import { callDryRun, message, rendered, toast, webhook } from './flow.js'

type Row = readonly [id: string, verifies: readonly RequirementId[], template: string, text: string]

const PAYLOAD = {
  type: 'x',
  summary: 'A Plan',
  'turn-id': '12',
  nested: '{{summary}} {{event_id}}',
  open: '{{',
  trigger_id: 'evil',
  activity_id: 'evil',
  output_tail: 'evil',
}

/** One envelope, and what a template makes of it. */
const ROWS: readonly Row[] = [
  ['key', ['FLOW-200'], '{{summary}}', 'A Plan'],
  ['text-around', ['FLOW-200'], 'New: {{summary}}!', 'New: A Plan!'],
  ['blanks', ['FLOW-200'], '{{  summary\t}}', 'A Plan'],
  ['event-key', ['FLOW-200'], '{{event.summary}}|{{event.notify.summary}}', 'A Plan|A Plan'],
  ['dots', ['FLOW-200'], '{{notify.summary}}|{{notify.type}}', 'A Plan|x'],
  ['snake', ['FLOW-200'], '{{turn_id}}|{{turn-id}}', '12|12'],
  ['twice', ['FLOW-200'], '{{summary}}{{summary}}', 'A PlanA Plan'],
  ['unknown', ['FLOW-201'], '[{{nothing}}|{{event.nothing}}|{{}}|{{ }}|{{constructor}}]', '[||||]'],
  ['unclosed', ['FLOW-202'], 'a {{summary', 'a {{summary'],
  ['unclosed-after', ['FLOW-202'], '{{summary}} {{ and', 'A Plan {{ and'],
  ['closed-only', ['FLOW-202'], 'a }} b', 'a }} b'],
  ['single-braces', ['FLOW-202'], '{summary} {', '{summary} {'],
  ['escape', ['FLOW-203'], '{{{{summary}}', '{{summary}}'],
  ['escape-then-token', ['FLOW-203'], '{{{{ {{summary}}', '{{ A Plan'],
  ['single-pass', ['FLOW-204'], '{{nested}}', '{{summary}} {{event_id}}'],
  ['single-pass-joined', ['FLOW-204'], '{{open}}summary}}', '{{summary}}'],
  ['event-id', ['FLOW-205'], '{{event_id}}', 'e-1'],
  ['trigger-and-activity', ['FLOW-205'], '{{trigger_id}}|{{activity_id}}', 'tried|toast_notification'],
  ['fields-of-these-names', ['FLOW-205'], '{{notify.trigger_id}}|{{event.activity_id}}', 'evil|evil'],
  ['output-tail', ['FLOW-205'], '[{{output_tail}}]', '[]'],
]

/** Values that would break out of a text in JSON. */
const HOSTILE = [
  'a "quoted" \\ text',
  'line\nend\ttab',
  '","admin":true,"x":"',
  '\u2028 \\u0041 é 👩‍👩‍👧',
  '}} {{summary}}',
]
const KIB64 = 64 * 1024

/** What templates become, by the dry run. */
export const flowTemplates: readonly ConformanceCase[] = [
  ...ROWS.map(
    ([id, verifies, template, text]): ConformanceCase => ({
      id: `flow-template-${id}`,
      verifies,
      title: `${template} is ${JSON.stringify(text)}`,
      async run(context) {
        const event = { session_id: context.name(), payload: PAYLOAD, event_id: 'e-1' }
        expectMatch('the text', await message(context, event, template), text)
      },
    }),
  ),
  {
    id: 'flow-template-log-id',
    verifies: ['FLOW-205', 'FLOW-301'],
    title: "of a recorded event without event_id, event_id is the log's",
    async run(context) {
      const { id } = await context.represent(context.name(), { type: 'x', event_id: 'evil' })
      expectMatch('the text', await message(context, { id }, '{{event_id}}'), id)
    },
  },
  {
    id: 'flow-template-json',
    verifies: ['FLOW-206'],
    title: 'values that would break out of JSON do not',
    async run(context) {
      const body_template =
        '{"text":"Said: {{summary}}","of":["{{notify.type}}"],"n":{{n}},"none":"{{nothing}}"}'
      for (const summary of HOSTILE) {
        const event = { session_id: context.name(), payload: { type: 'x', summary, n: 7 } }
        const config = { body_template }
        const [tried] = await rendered(context, event, webhook('https://hooks.example.com/', config))
        const shown = await message(context, event, '{{summary}}')
        expectMatch('its media type', tried?.content_type, is.like(/^application\/json/))
        expectSame('the body', JSON.parse(String(tried?.body)), {
          text: `Said: ${shown}`,
          of: ['x'],
          n: 7,
          none: '',
        })
      }
    },
  },
  {
    id: 'flow-template-terminal',
    verifies: ['FLOW-207'],
    title: 'what would be typed is one line without control characters',
    async run(context) {
      const payload = { type: 'x', summary: 'one\ntwo\r\nthree\u001b[31m\u0003\t\u0007four\u0090' }
      const event = { session_id: context.name(), payload }
      const config = { message_template: 'Review {{summary}} \u001b[2J!', target_session_id: 'nobody' }
      const [typed] = await rendered(context, event, { activity_id: 'send_to_terminal', config })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expectMatch('what is typed', typed?.message, is.like(/^Review one[^\x00-\x1f\x7f-\x9f]*four *!$/))
      expectMatch('what is not said is usual', typed, {
        include_terminal_output: false,
        output_tail_lines: 50,
      })
    },
  },
  {
    id: 'flow-template-bounds',
    verifies: ['FLOW-208'],
    title: 'a rendered text is cut at 64 KiB and marked; a template that is longer is refused',
    async run(context) {
      const event = { session_id: context.name(), payload: { type: 'x', long: 'é'.repeat(20_000) } }
      const cut = String(await message(context, event, '{{long}}{{long}}{{long}}'))
      expectThat('it has at most 64 KiB', Buffer.byteLength(cut) <= KIB64)
      expectThat('most of it is there', Buffer.byteLength(cut) > KIB64 / 2)
      expectMatch('it says that it was cut', cut.slice(-1), '…')
      const trigger = { id: 'tried', event_type: 'notify_event', bindings: [toast('x'.repeat(KIB64 + 1))] }
      const { status, json } = await callDryRun(context, { event, trigger })
      const field = is.like(/message_template$/)
      expectMatch('a longer template', { status, json }, { status: 400, json: { field } })
    },
  },
]
