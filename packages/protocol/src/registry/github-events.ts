import type { JsonObject } from '../event.js'
import { s } from '../schema.js'
import { chapter, type EventRow, row } from './row.js'
import { AnyObject, By } from './shapes.js'

interface GitHubAction {
  /** What the agent wants, to be read after "to". */
  wants: string
  /** Example of what the action is given. */
  params: JsonObject
}

/** The writes to GitHub an agent asks for; each makes a `github.<action>_request` and a `github.<action>_answer`. */
export const GITHUB_ACTIONS = {
  create_repo: { wants: 'create a repository', params: { name: 'shop', private: true } },
  create_pr: {
    wants: 'open a pull request',
    params: { repo: 'me/shop', head: 'fix-login', base: 'main', title: 'Fix the login' },
  },
  add_comment: {
    wants: 'comment on an issue or pull request',
    params: { repo: 'me/shop', number: 12, body: 'Done in the last commit.' },
  },
  add_review: {
    wants: 'review a pull request',
    params: { repo: 'me/shop', number: 12, event: 'APPROVE', body: 'Reads well.' },
  },
  update_pr: {
    wants: 'change a pull request',
    params: { repo: 'me/shop', number: 12, title: 'Fix the login for good' },
  },
  add_reviewers: {
    wants: 'ask people to review',
    params: { repo: 'me/shop', number: 12, reviewers: ['alex'] },
  },
  fork_repo: { wants: 'fork a repository', params: { repo: 'acme/shop' } },
  create_issue: { wants: 'open an issue', params: { repo: 'me/shop', title: 'Login fails on Safari' } },
  update_issue: { wants: 'change an issue', params: { repo: 'me/shop', number: 7, state: 'closed' } },
} as const satisfies Record<string, GitHubAction>

export type GitHubActionName = keyof typeof GITHUB_ACTIONS
export type GitHubEventType = `github.${GitHubActionName}_${'request' | 'answer'}`

export const GITHUB_ACTION_NAMES = Object.keys(GITHUB_ACTIONS) as GitHubActionName[]
export const githubAction = s.oneOf(GITHUB_ACTION_NAMES)

const requestId = s.string()

function requestRow(action: GitHubActionName, { wants, params }: GitHubAction) {
  return row({
    kind: 'durable',
    scopes: ['session'],
    turn: 'optional',
    data: s.object({ requestId, action: githubAction, params: AnyObject }),
    description: `The agent asks for leave to ${wants} on GitHub.`,
    example: { requestId: 'req_3', action, params },
  })
}

function answerRow(action: GitHubActionName, { wants }: GitHubAction) {
  return row({
    kind: 'durable',
    scopes: ['session'],
    turn: 'optional',
    data: s.object({
      requestId,
      action: githubAction,
      approved: s.boolean(),
      comment: s.optional(s.string()),
      answeredBy: By,
    }),
    description: `A person allowed or denied the agent to ${wants} on GitHub.`,
    example: { requestId: 'req_3', action, approved: true, answeredBy: { userId: 'owner', via: 'ws' } },
  })
}

type GitHubRows = {
  [Type in GitHubEventType]: ReturnType<
    Type extends `${string}_request` ? typeof requestRow : typeof answerRow
  >
}

function githubRows(): GitHubRows {
  const rows: Record<string, EventRow> = {}
  for (const name of GITHUB_ACTION_NAMES) {
    rows[`github.${name}_request`] = requestRow(name, GITHUB_ACTIONS[name])
    rows[`github.${name}_answer`] = answerRow(name, GITHUB_ACTIONS[name])
  }
  return rows as GitHubRows
}

export const githubEvents = chapter({
  id: 'github',
  title: 'GitHub approvals',
  about: 'Writes to GitHub the agent wants to make, each with the decision of a person.',
  rows: githubRows(),
})
