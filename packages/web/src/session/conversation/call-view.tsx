import { useEffect, useState } from 'react'
import { CodeBlock } from '../../show/code-block.js'
import { CommandLine } from '../../show/command-line.js'
import { Diff } from '../../show/diff.js'
import { shortDuration } from '../../show/duration.js'
import { toolFact } from '../../show/facts.js'
import { changesOf } from '../../show/file-change.js'
import { Json } from '../../show/json.js'
import { Terminal } from '../../show/terminal.js'
import { neutralise } from '../../text/neutralise.js'
import type { CallItem, CallState } from '../transcript/item.js'
import { useOpenRow } from './open-rows.js'
import { isShownAtOnce } from './shown-at-once.js'
import './call-view.css'

const WORDS: Record<CallState, string> = {
  writing: 'being written',
  asked: 'asked for',
  running: 'running',
  done: 'done',
  failed: 'failed',
}

/** Each state has its own shape, so that it is read without its colour. */
const SHAPES: Record<CallState, string> = {
  writing: 'M3 7h8',
  asked: 'M3.5 3.5h7v7h-7z',
  running: 'M7 2.5a4.5 4.5 0 1 1-4.5 4.5',
  done: 'm3 7.5 2.7 2.7L11 4.5',
  failed: 'm3.5 3.5 7 7m0-7-7 7',
}

/** A call of a tool as a one-line fact that opens into what was asked for and what came of it. */
export function CallView({ item }: { item: CallItem }) {
  const { open, toggle } = useOpenRow(item.key, isShownAtOnce(item))
  const { state, toolName } = item
  const fact = toolName === null ? 'The end of an earlier call' : toolFact(toolName, argsOf(item))
  return (
    <div className="call" data-state={state}>
      <button type="button" className="fact" aria-expanded={open} onClick={toggle}>
        <svg viewBox="0 0 14 14" fill="none" aria-hidden="true">
          <path
            d={SHAPES[state]}
            fill={state === 'asked' ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
          />
        </svg>
        <span className="unseen">{WORDS[state]}:</span>
        <span className="what foreign">{fact}</span>
        {item.subagentId !== undefined && (
          <span className="helper foreign">helper {neutralise(item.subagentId).slice(0, 24)}</span>
        )}
        <span className="took">
          <Took item={item} />
        </span>
      </button>
      {open && <CallDetail item={item} />}
      {!open && state === 'failed' && <p className="why foreign">{firstLine(whyOf(item))}</p>}
    </div>
  )
}

function CallDetail({ item }: { item: CallItem }) {
  const { toolName, state, output, error, terminal, endedAt } = item
  const args = argsOf(item)
  const changes = toolName === null ? [] : changesOf(toolName, args)
  const command = commandOf(args)
  const running = endedAt === null && state !== 'asked'
  const printed = terminal && (running || terminal.text !== '' ? terminal.text : (output ?? ''))
  const exit = terminal?.exitCode ?? null
  return (
    <div className="detail">
      {changes.length > 0 && <Diff changes={changes} />}
      {command !== undefined && <CommandLine text={command} />}
      {changes.length === 0 && hasMore(args, command) && (
        <section aria-label="Arguments">
          <h3>Arguments</h3>
          <Json value={args} />
        </section>
      )}
      {printed !== null && (printed !== '' || running) && (
        <Terminal text={printed} running={running} {...(exit === null ? {} : { exitCode: exit })} />
      )}
      {printed === null && output !== null && output !== '' && output !== error && (
        <section aria-label="Result">
          <h3>Result</h3>
          <CodeBlock code={output} />
        </section>
      )}
      {error !== null && (
        <section aria-label="Error" className="error">
          <h3>Error</h3>
          <CodeBlock code={error} />
        </section>
      )}
    </div>
  )
}

/** How long it took, or takes so far. */
function Took({ item }: { item: CallItem }) {
  const { endedAt, ts, state } = item
  const running = state === 'running' || state === 'writing'
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [running])
  if (endedAt !== null) return endedAt - ts >= 1000 ? shortDuration(endedAt - ts) : ''
  return running && now - ts >= 2000 ? shortDuration(Math.floor((now - ts) / 1000) * 1000) : ''
}

/** What the call was made with; while it is being written, the text so far. */
function argsOf({ args, argsSoFar }: CallItem): unknown {
  return args === undefined && argsSoFar !== '' ? parsed(argsSoFar) : args
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function commandOf(args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null) return undefined
  const { command } = args as { command?: unknown }
  if (Array.isArray(command)) return command.map(String).join(' ')
  return typeof command === 'string' ? command : undefined
}

/** Whether the arguments say more than the command that is shown already. */
function hasMore(args: unknown, command: string | undefined): boolean {
  if (args === undefined || args === null || args === '') return false
  return typeof args !== 'object' || Object.keys(args).length > (command === undefined ? 0 : 1)
}

function whyOf({ error, output, terminal }: CallItem): string {
  if (error !== null && error !== '') return error
  return output || (terminal?.exitCode ? `exit code ${terminal.exitCode}` : '')
}

function firstLine(text: string): string {
  return neutralise(
    text
      .slice(0, 2000)
      .split('\n')
      .find((line) => line.trim() !== '') ?? '',
  ).slice(0, 200)
}
