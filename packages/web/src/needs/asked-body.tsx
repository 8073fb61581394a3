import type { RequestEntry } from '@signalbox/protocol'
import { lazy, memo, Suspense } from 'react'
import { requestKey } from '../board/request-book.js'
import { CommandLine } from '../show/command-line.js'
import { Diff } from '../show/diff.js'
import { changesOf } from '../show/file-change.js'
import { Json } from '../show/json.js'
import { neutralise } from '../text/neutralise.js'
import { type AskedPermission, permissionOf } from './asked.js'
import { type Sentence, saysAll } from './sentence.js'

/** Plans are rare: what draws them is loaded with the first. */
const Markdown = lazy(() => import('../show/markdown.js').then(({ Markdown }) => ({ default: Markdown })))

interface AskedBodyProps {
  entry: RequestEntry
  sentence: Sentence
}

/** Exactly what would be done: the plan, the change, the command, else the arguments as they are. */
export const AskedBody = memo(function AskedBody({ entry, sentence }: AskedBodyProps) {
  const asked = permissionOf(entry)
  return (
    <>
      {asked.reason !== '' && <p className="reason foreign">“{neutralise(asked.reason)}”</p>}
      <Exactly asked={asked} sentence={sentence} />
    </>
  )
}, isSame)

/** The list of requests is read again and again; what one asks changes only where an agent asks anew under its name. */
function isSame(before: AskedBodyProps, now: AskedBodyProps): boolean {
  return (
    requestKey(before.entry) === requestKey(now.entry) &&
    before.entry.since === now.entry.since &&
    before.sentence.code === now.sentence.code
  )
}

function Exactly({ asked, sentence }: { asked: AskedPermission; sentence: Sentence }) {
  const { toolName, args, command, description } = asked
  if (toolName === 'ExitPlanMode') return <Plan text={planIn(asked)} />
  const changes = changesOf(toolName, args)
  if (changes.length > 0) return <Diff changes={changes} />
  if (command !== '') return saysAll(sentence, command) ? null : <CommandLine text={command} />
  if (Object.keys(args).length > 0 && !isSaid(args, sentence)) return <Json value={args} />
  const words = neutralise(description)
  // What the sentence says already, or the whole of what it says of itself.
  if (words === '' || sentence.code === words || sentence.text === words) return null
  return isSaid({ words }, sentence) ? null : <CommandLine text={description} />
}

function Plan({ text }: { text: string }) {
  return (
    <div className="plan foreign">
      <Suspense fallback={<p className="plain">{neutralise(text)}</p>}>
        <Markdown text={text} />
      </Suspense>
    </div>
  )
}

function planIn({ args, description }: AskedPermission): string {
  return typeof args.plan === 'string' && args.plan !== '' ? args.plan : description
}

/** One argument that stands in the sentence need not stand below it. */
function isSaid(args: Record<string, unknown>, { code }: Sentence): boolean {
  const values = Object.values(args)
  return code !== undefined && values.length === 1 && values[0] === code
}
