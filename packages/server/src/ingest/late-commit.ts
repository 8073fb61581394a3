import type { Draft } from '@signalbox/protocol'
import type { Commit } from '../log/log.js'

/** The same commit, told after the fact: nobody can be asked any more, and nobody needs to hurry. Pure. */
export function lateCommit(commit: Commit, occurredAt: number | undefined): Commit {
  const mark = { late: true, ...(occurredAt === undefined ? {} : { occurredAt }) } as const
  return { ...commit, drafts: commit.drafts.map((draft) => ({ ...withMark(draft, mark), ...mark })) }
}

/** What is encoded already is told as it is, with the mark at its end. */
function withMark(draft: Draft, mark: object): Draft {
  if (draft.json === undefined) return draft
  return { ...draft, json: `${draft.json.slice(0, -1)},${JSON.stringify(mark).slice(1)}` }
}
