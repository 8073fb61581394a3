import type { Draft, Json, JsonObject } from '@signalbox/protocol'
import { bareCommand } from './codex-command.js'
import { fieldOf, listIn, objectIn, textIn } from './codex-fields.js'
import { mcpName } from './codex-item.js'
import { nativeId } from './native-id.js'

export type RpcId = string | number

/** What the answer to a request looks like on its wire. */
type Reply =
  | { form: 'decision' }
  | { form: 'permissions'; asked: JsonObject }
  | { form: 'elicitation'; fields: Readonly<Record<string, FieldType>> }
  | { form: 'input' }

type FieldType = 'string' | 'number' | 'boolean'

/** A request of the app-server that waits for somebody. */
export interface AskedByCodex {
  rpcId: RpcId
  turn: string | undefined
  kind: 'permission' | 'question'
  /** By which the log knows it: the call it is about, or a name of its own. */
  known: { toolCallId: string } | { requestId: string }
  /** The item whose end shows how another client answered. */
  itemId: string | undefined
  /** What shows how another client answered: the end of the item, or a while without one; or nothing does. */
  shownBy: 'item' | 'nothing'
  reply: Reply
}

export interface ReadRequest {
  asked: AskedByCodex
  type: 'permission_requested' | 'question_requested'
  data: JsonObject
}

/** Uses of tools that are under way, by their ids: what a request without an id is about. */
export type RunningTools = ReadonlyMap<string, { toolName: string; args: Json; about: string }>

type Read = (params: JsonObject, base: Base, running: RunningTools) => ReadRequest | undefined
type Base = Pick<AskedByCodex, 'rpcId' | 'turn'>

/** What each request of the app-server asks of a person. */
const REQUESTS: Readonly<Record<string, Read>> = {
  'item/commandExecution/requestApproval': (params, base) => {
    const command = bareCommand(textIn(params, 'command') ?? '')
    const host = textIn(fieldOf(params, 'networkApprovalContext'), 'host')
    const description = command || host || textIn(params, 'reason') || 'a command'
    const request = { toolName: 'Bash', description, approvalType: 'exec', args: { command } }
    return permission(params, base, request, { form: 'decision' })
  },
  'item/fileChange/requestApproval': (params, base, running) => {
    const tool = running.get(textIn(params, 'itemId') ?? '')
    const description =
      tool?.about || textIn(params, 'grantRoot') || textIn(params, 'reason') || 'a change of files'
    const args = objectIn(tool?.args)
    const request = { toolName: 'apply_patch', description, approvalType: 'patch', ...(args ? { args } : {}) }
    return permission(params, base, request, { form: 'decision' })
  },
  'item/permissions/requestApproval': (params, base) => {
    const asked = objectIn(fieldOf(params, 'permissions')) ?? {}
    const description =
      textIn(params, 'reason') || `further permissions: ${JSON.stringify(asked)}`.slice(0, 500)
    const request = { toolName: 'request_permissions', description, approvalType: 'permissions', args: asked }
    const read = permission(params, base, request, { form: 'permissions', asked })
    return { ...read, asked: { ...read.asked, shownBy: 'nothing' } }
  },
  'mcpServer/elicitation/request': elicitation,
  'item/tool/requestUserInput': (params, base) => {
    const questions = listIn(params, 'questions').flatMap((told, index) => {
      const options = listIn(told, 'options').flatMap((option) => textIn(option, 'label') ?? [])
      const text = textIn(told, 'question') || textIn(told, 'header') || ''
      const id = textIn(told, 'id') || `question-${index}`
      const open = options.length === 0 || fieldOf(told, 'isOther') === true
      return [open ? { id, text, type: 'text' } : { id, text, type: 'choice', options }]
    })
    if (questions.length === 0) return undefined
    return question(base, { questions }, { form: 'input' })
  },
}

/** What a request asks; undefined where it is not for a person, or cannot be understood. */
export function readRequest(
  { method, id, params }: { method: string; id: RpcId; params: JsonObject },
  running: RunningTools,
): ReadRequest | undefined {
  const read = Object.hasOwn(REQUESTS, method) ? REQUESTS[method] : undefined
  return read?.(params, { rpcId: id, turn: nativeId(fieldOf(params, 'turnId')) }, running)
}

/** What goes back on the wire when the log has an answer; undefined for an answer of another kind. */
export function replyTo(
  { reply }: AskedByCodex,
  answer: Pick<Draft, 'type'> & { data: JsonObject },
): JsonObject | undefined {
  const { data } = answer
  if (answer.type === 'approval_resolved') {
    const approved = data.approved === true
    const lasting = data.remember === true
    switch (reply.form) {
      case 'decision':
        return { decision: approved ? (lasting ? 'acceptForSession' : 'accept') : 'decline' }
      case 'permissions':
        return { permissions: approved ? granted(reply.asked) : {}, scope: lasting ? 'session' : 'turn' }
      case 'elicitation': {
        const meta = approved && lasting ? { persist: 'session' } : null
        return { action: approved ? 'accept' : 'decline', content: approved ? {} : null, _meta: meta }
      }
      default:
        return undefined
    }
  }
  if (answer.type !== 'question_resolved') return undefined
  const answers = objectIn(data.answers) ?? {}
  const dismissed = data.dismissed === true
  if (reply.form === 'input') {
    const given = dismissed ? [] : Object.entries(answers).map(([id, text]) => [id, { answers: [text] }])
    return { answers: Object.fromEntries(given) as JsonObject }
  }
  if (reply.form !== 'elicitation') return undefined
  if (dismissed) return { action: 'decline', content: null, _meta: null }
  const content = Object.entries(answers).map(([name, text]) => [name, typed(text, reply.fields[name])])
  return { action: 'accept', content: Object.fromEntries(content) as JsonObject, _meta: null }
}

function permission(params: JsonObject, base: Base, request: JsonObject, reply: Reply): ReadRequest {
  const itemId = nativeId(fieldOf(params, 'itemId'))
  // One call may ask several things: those have an id beside that of the call.
  const own = nativeId(fieldOf(params, 'approvalId'))
  const byCall = itemId !== undefined && own === undefined
  const requestId = own === undefined ? nameOf(base) : `codex-${own}`
  return {
    asked: {
      ...base,
      kind: 'permission',
      known: byCall ? { toolCallId: itemId } : { requestId },
      itemId,
      shownBy: 'item',
      reply,
    },
    type: 'permission_requested',
    data: { ...request, ...(byCall ? { toolCallId: itemId } : { requestId }) },
  }
}

function question(base: Base, data: JsonObject, reply: Reply): ReadRequest {
  const requestId = nameOf(base)
  return {
    asked: { ...base, kind: 'question', known: { requestId }, itemId: undefined, shownBy: 'nothing', reply },
    type: 'question_requested',
    data: { requestId, ...data },
  }
}

/** Ids of requests count up from 0 in each app-server: with the turn they are this one's. */
function nameOf({ turn, rpcId }: Base): string {
  return `codex-${turn ?? 'none'}-${rpcId}`
}

/** An MCP server asks: for leave to run a tool, or for what a form has fields for. */
function elicitation(params: JsonObject, base: Base, running: RunningTools): ReadRequest {
  const server = textIn(params, 'serverName') ?? 'unknown'
  const meta = fieldOf(params, '_meta')
  const message = textIn(params, 'message') || textIn(params, 'description') || `${server} asks`
  const forTool = textIn(meta, 'codex_approval_kind') === 'mcp_tool_call'
  const schema = fieldOf(params, 'requestedSchema')
  const fields = Object.entries(objectIn(fieldOf(schema, 'properties')) ?? {})
  if (!forTool && fields.length > 0) {
    const required = listIn(schema, 'required')
    const questions = fields.map(([id, field]) => formQuestion(id, field, required.includes(id)))
    const types = Object.fromEntries(fields.map(([id, field]) => [id, fieldType(field)]))
    return question(base, { questions, context: message }, { form: 'elicitation', fields: types })
  }
  const [itemId, tool] = runningOf(running, server) ?? []
  const args = objectIn(fieldOf(meta, 'tool_params'))
  const url = textIn(params, 'url')
  const request = {
    toolName: tool?.toolName ?? mcpName(server, 'elicitation'),
    description: url === undefined ? message : `${message} ${url}`,
    approvalType: 'elicitation',
    ...(args ? { args } : {}),
  }
  const about = itemId === undefined || !forTool ? params : { ...params, itemId }
  const read = permission(about, base, request, { form: 'elicitation', fields: {} })
  return { ...read, asked: { ...read.asked, shownBy: forTool ? 'item' : 'nothing' } }
}

/** The call of a tool of this server that began last: the request itself does not say. */
function runningOf(running: RunningTools, server: string) {
  return [...running].reverse().find(([, { toolName }]) => toolName.startsWith(mcpName(server, '')))
}

function formQuestion(id: string, field: Json, required: boolean): JsonObject {
  const text = textIn(field, 'title') || textIn(field, 'description') || id
  const options = [
    ...listIn(field, 'enum'),
    ...listIn(field, 'oneOf').map((one) => fieldOf(one, 'const') ?? null),
  ]
  const choices = options.filter((option) => typeof option === 'string')
  if (choices.length > 0) return { id, text, type: 'choice', options: choices, required }
  return { id, text, type: fieldType(field) === 'boolean' ? 'confirm' : 'text', required }
}

function fieldType(field: Json): FieldType {
  const type = textIn(field, 'type')
  if (type === 'number' || type === 'integer') return 'number'
  return type === 'boolean' ? 'boolean' : 'string'
}

const YES = new Set(['yes', 'true', 'y', '1'])

/** Answers are texts here; a form has types. */
function typed(text: Json, type: FieldType | undefined): Json {
  if (type === 'number' && text !== '' && Number.isFinite(Number(text))) return Number(text)
  return type === 'boolean' ? YES.has(String(text).toLowerCase()) : text
}

/** What was asked for, without what was not. */
function granted(asked: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null)) as JsonObject
}
