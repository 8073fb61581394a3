import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { RequirementId } from '../manifest.js'
import { ENVIRONMENT, NOTIFICATION, notification, REMINDER, task, theOnly } from './signalling.js'

interface Row {
  id: string
  verifies: RequirementId
  agent?: 'codex'
  /** What the agent says. */
  says: string
  /** What a person should read; all of it, when it is not given. */
  reads?: string
}

const command = '<command-name>/review</command-name>'
const message = '<command-message>review is running…</command-message>'
const args = '<command-args>src/auth.ts <now></command-args>'

/** Texts as agents send them. The message is another only where something was taken out of it. */
const TEXTS: readonly Row[] = [
  { id: 'plain', verifies: 'HARMONIZE-003', says: 'Claude needs your permission' },
  { id: 'blanks', verifies: 'HARMONIZE-003', says: '  two  blanks, a tab\t, a blank line\n\nand an end ' },
  { id: 'scripts', verifies: 'HARMONIZE-003', says: 'مرحبا \u200f你好 👩‍👩‍👧 שלום ½ \ufeffñ' },

  {
    id: 'reminder-before',
    verifies: 'HARMONIZE-010',
    says: `${REMINDER}\nClaude needs you`,
    reads: 'Claude needs you',
  },
  {
    id: 'reminder-after',
    verifies: 'HARMONIZE-010',
    says: `Claude needs you\n${REMINDER}\n`,
    reads: 'Claude needs you',
  },
  { id: 'reminder-between', verifies: 'HARMONIZE-010', says: `One\n${REMINDER}\nTwo`, reads: 'One\nTwo' },
  {
    id: 'blocks-in-a-row',
    verifies: 'HARMONIZE-010',
    says: `${REMINDER}<ide_opened_file>a.ts</ide_opened_file> <ide_selection>x</ide_selection>Hi`,
    reads: 'Hi',
  },
  {
    id: 'reminder-in-reminder',
    verifies: 'HARMONIZE-010',
    says: `<system-reminder>\n${REMINDER}\nMore.\n</system-reminder>\nHi`,
    reads: 'Hi',
  },
  {
    id: 'attributes',
    verifies: 'HARMONIZE-011',
    says: '<system-reminder kind="a > b" once>x</system-reminder>\nHi',
    reads: 'Hi',
  },
  {
    id: 'any-case',
    verifies: 'HARMONIZE-011',
    says: '<System-Reminder>x</SYSTEM-REMINDER>\nHi',
    reads: 'Hi',
  },
  { id: 'no-end', verifies: 'HARMONIZE-011', says: 'Hi\n<system-reminder>for ever', reads: 'Hi' },
  { id: 'an-end-alone', verifies: 'HARMONIZE-011', says: '</system-reminder>\nHi', reads: 'Hi' },
  {
    id: 'output',
    verifies: 'HARMONIZE-012',
    says: '<local-command-stdout>Total: 3 < 4\n<b>ok</b></local-command-stdout>',
    reads: 'Total: 3 < 4\n<b>ok</b>',
  },
  {
    id: 'command',
    verifies: 'HARMONIZE-013',
    says: `${command}\n${message}\n${args}`,
    reads: '/review src/auth.ts <now>',
  },
  {
    id: 'command-message-first',
    verifies: 'HARMONIZE-013',
    says: `${message}\n${command}\n${args}`,
    reads: '/review src/auth.ts <now>',
  },
  {
    id: 'entities-once',
    verifies: 'HARMONIZE-014',
    says: task({ 'task-id': 'b1', status: 'completed', summary: 'a &lt;b&gt; &amp;lt; &quot;c&quot;' }),
    reads: 'a <b> &lt; "c"',
  },
  { id: 'entities-of-others', verifies: 'HARMONIZE-014', says: 'a &lt;b&gt; &amp;amp;' },
  {
    id: 'colours',
    verifies: 'HARMONIZE-015',
    says: '\u001b[1;31mClaude\u001b[0m \u009b4mneeds\u009b0m \u001b]8;;http://x\u0007you\u001b]8;;\u001b\\',
    reads: 'Claude needs you',
  },
  {
    id: 'control',
    verifies: 'HARMONIZE-015',
    says: 'Cl\u0000au\u0007de\u0008\u007f\u0085waits\u001b',
    reads: 'Claude\nwaits',
  },
  {
    id: 'tag-behind-escapes',
    verifies: 'HARMONIZE-015',
    says: '<sys\u001b[0mtem-rem\u0000inder>x</system-\u001b[1mreminder>\nHi',
    reads: 'Hi',
  },
  {
    id: 'line-breaks',
    verifies: 'HARMONIZE-016',
    says: 'One\r\nTwo\rThree\n\n\n\n\nFour',
    reads: 'One\nTwo\nThree\n\nFour',
  },
  { id: 'nothing-else', verifies: 'HARMONIZE-017', says: REMINDER, reads: 'Be brief.' },
  {
    id: 'nothing-at-all',
    verifies: 'HARMONIZE-017',
    says: '<system-reminder></system-reminder>',
    reads: '(system notice)',
  },
  { id: 'codex', verifies: 'HARMONIZE-018', agent: 'codex', says: `${ENVIRONMENT}\nHi`, reads: 'Hi' },
  {
    id: 'codex-blank-in-name',
    verifies: 'HARMONIZE-018',
    agent: 'codex',
    says: '<permissions instructions>\nAsk first.\n</permissions instructions>\n\nHi',
    reads: 'Hi',
  },

  { id: 'generics', verifies: 'HARMONIZE-030', says: 'Vec<u8>\nList<String>, Map<K, List<V>>\n<T>(x: T)' },
  { id: 'placeholder', verifies: 'HARMONIZE-030', says: '<branch-name> is what\n<your-token> goes' },
  { id: 'html', verifies: 'HARMONIZE-030', says: '<div class="a">\n<p>x</p><br/>\n</div>' },
  {
    id: 'longer-name',
    verifies: 'HARMONIZE-030',
    says: '<task-notification-service>\n<system-reminders>\n<bash-inputs/>',
  },
  { id: 'less-than', verifies: 'HARMONIZE-030', says: '< system-reminder>\n1 < 2\n<\n</' },
  {
    id: 'in-a-sentence',
    verifies: 'HARMONIZE-031',
    says: 'It wrote <system-reminder>x</system-reminder> and <task-notification> there.',
  },
  {
    id: 'in-quotes',
    verifies: 'HARMONIZE-031',
    says: '`<task-notification>` is a tag\n"<system-reminder>" is one\n- <bash-input>ls</bash-input>',
  },
  { id: 'in-a-quotation', verifies: 'HARMONIZE-031', says: `> ${REMINDER}\n> it said` },
  { id: 'in-a-fence', verifies: 'HARMONIZE-031', says: `See:\n\`\`\`xml\n${REMINDER}\n\`\`\`\n` },
]

/** What becomes of the text of a notification. */
export const harmonizeTexts: readonly ConformanceCase[] = TEXTS.map(
  ({ id, verifies, agent, says, reads = says }) => ({
    id: `text-${id}`,
    verifies: [verifies, ...(verifies === 'HARMONIZE-003' ? [] : (['HARMONIZE-003'] as const))],
    title: `a notification: ${id.replaceAll('-', ' ')}`,
    async run(context) {
      const name = context.name()
      await notification(context, name, { message: says }, agent)
      const told = theOnly('agent_notification', await context.events(name))
      expectSame('the message', told.message, reads)
      expectSame('raw_message', told.raw_message, reads === says ? undefined : says)
      expectMatch('the rest', told, { ...NOTIFICATION, notification_type: is.absent, fallback: is.absent })
    },
  }),
)
