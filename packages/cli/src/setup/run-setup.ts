import { rmSync } from 'node:fs'
import { oneLine } from '../terminal/plain-text.js'
import type { Screen } from '../terminal/screen.js'
import type { AgentSetup, Texts } from './agent-setup.js'
import { LeftAlone } from './left-alone.js'
import { type Edit, planRemoval, planSetup } from './plan.js'
import { newestBackup, readSettings } from './settings-file.js'
import { shownEdit } from './shown-edit.js'
import type { Surroundings } from './surroundings.js'
import { type WriteOptions, writeEdits } from './write-edits.js'

export interface SetupTask extends WriteOptions {
  agents: readonly AgentSetup[]
  /** As far as an agent needs more than the others know. */
  surroundings: (agent: AgentSetup, texts: Texts) => Surroundings
  isRemoval: boolean
  isDryRun: boolean
  screen: Screen
  tell: (line: string) => void
  /** What the person says to this question; undefined when nobody can be asked. */
  agrees: (question: string) => Promise<boolean | undefined>
  /** What has to be there before the first agent calls it. */
  prepare: () => void
  /** What there is to say once agents were set up. */
  finished: () => void
  /** What to type to have it written without being asked. */
  sameWithYes: string
}

interface Planned {
  agent: AgentSetup
  surroundings: Surroundings
  edits: Edit[]
}

/** Plans, shows, asks and writes, one agent after the other. False when something was not done that should have been. */
export async function runSetup(task: SetupTask): Promise<boolean> {
  const { agents, screen, tell, isRemoval, isDryRun } = task
  const planned = agents.map((agent) => planOf(agent, task))
  const ready = planned.filter((one) => one !== undefined)
  const changing = ready.filter(({ edits }) => edits.length > 0)
  const isWell = ready.length === planned.length
  for (const { agent, surroundings, edits } of changing) {
    screen.print(`${screen.paint('bold', agent.title)}\n`)
    for (const edit of edits)
      for (const line of shownEdit(edit, screen, {
        token: surroundings.telemetry?.token,
        isBrief: !isDryRun,
      }))
        screen.print(`${line}\n`)
    screen.print('\n')
  }
  for (const { agent, edits } of ready)
    if (edits.length === 0) screen.print(`${agent.title}: nothing to change.\n`)
  if (isDryRun) {
    screen.print('Nothing was changed.\n')
    return isWell
  }
  if (changing.length === 0) {
    if (!isRemoval && ready.length > 0) task.prepare()
    return isWell
  }
  const answer = await task.agrees(questionOf(changing.flatMap(({ edits }) => edits)))
  if (answer !== true) {
    tell(
      answer === undefined
        ? `Nothing was changed, because nobody can be asked here. To write this, type: ${task.sameWithYes}`
        : 'Nothing was changed.',
    )
    return answer === false && isWell
  }
  if (!isRemoval) task.prepare()
  const written = changing.filter((one) => isWritten(one, task))
  if (!isRemoval && written.length > 0) task.finished()
  return written.length === changing.length && isWell
}

/** What would change for an agent; undefined when it is left alone, which is told. */
function planOf(agent: AgentSetup, { surroundings: find, isRemoval, tell }: SetupTask): Planned | undefined {
  try {
    const paths = agent.paths(find(agent, new Map()))
    const texts = new Map(paths.map((path) => [path, readSettings(path)]))
    const surroundings = find(agent, texts)
    const edits = isRemoval
      ? planRemoval(agent, texts, backupsOf(paths), surroundings)
      : planSetup(agent, texts, surroundings)
    return { agent, surroundings, edits }
  } catch (error) {
    if (!(error instanceof LeftAlone)) throw error
    tell(error.message)
    return undefined
  }
}

/** What the person is asked once the changes have scrolled by: the files by their names. */
function questionOf(edits: readonly Edit[]): string {
  const does = edits.some(({ after }) => after === undefined) ? 'Change' : 'Write'
  const names = edits.map(({ path, after }) => oneLine(path) + (after === undefined ? ' (is deleted)' : ''))
  if (names.length === 1) return `${does} ${names[0]}? [y/N] `
  return `${names.map((name) => `  ${name}\n`).join('')}${does} these ${names.length} files? [y/N] `
}

function backupsOf(paths: readonly string[]): Texts {
  return new Map(
    paths.map((path) => {
      const backup = newestBackup(path)
      return [path, backup === undefined ? undefined : readSettings(backup)]
    }),
  )
}

function isWritten({ agent, surroundings, edits }: Planned, task: SetupTask): boolean {
  const { screen, tell, isRemoval } = task
  try {
    writeEdits(edits, task)
  } catch (error) {
    if (!(error instanceof LeftAlone)) throw error
    tell(`${agent.title}: ${error.message}`)
    return false
  }
  if (isRemoval) {
    screen.print(`${agent.title}: nothing of Signalbox is left in its settings.\n`)
    for (const edit of edits) settleBackup(edit, screen)
    return true
  }
  screen.print(`${agent.title} is set up; sessions that run already take part once they are started again.\n`)
  const texts = new Map(agent.paths(surroundings).map((path) => [path, readSettings(path)]))
  const said = [...agent.remarks(texts, surroundings), ...agent.obstacles(texts, surroundings)]
  for (const remark of said) screen.print(`  ${remark}\n`)
  return true
}

/** A backup that says the same as the file has done its work; any other stays, and is named. */
function settleBackup({ path, after }: Edit, screen: Screen): void {
  const backup = newestBackup(path)
  if (backup === undefined) return
  if (readSettings(backup) === after) rmSync(backup)
  else screen.print(`  ${path} was changed since setup; what it held before is still in ${backup}.\n`)
}
