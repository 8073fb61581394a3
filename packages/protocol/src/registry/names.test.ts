import { describe, expect, it } from 'vitest'
import { ACTIVITIES, TRIGGER_ALIASES } from '../flow/index.js'
import { CANONICAL_ACTIVITIES, CANONICAL_FIELDS, HOOK_TO_CANONICAL } from '../harmonize/canonical-activity.js'
import { canonicalType } from '../notify/canonical-type.js'
import { NOTIFY_ENVELOPE } from '../notify/envelope-schema.js'
import { methodNamed, RPC_METHODS, RPC_NOTIFICATIONS } from '../rpc/index.js'
import { APPROVAL_TYPES, CODEX_EVENTS, codexEventNamed } from '../watch/codex-events.js'
import { MESSAGES } from './messages.js'
import { canonicalOf, type EventType, isNumbered, REGISTRY, rowOf, typeNamed } from './registry.js'

/** What the contracts promise by name, written down once more on purpose: nothing of it may get lost. */
const words = (text: string) => text.trim().split(/\s+/)

const GATEWAY = words(`
  welcome connected authenticated heartbeat
  session_list session_created session_updated session_archived session_unarchived session_deleted session_state
  turn_started text_delta turn_complete turn_error
  message.delta message.complete
  tool_call tool_result tool_call_start tool_call_delta tool_error
  question_requested permission_requested approval_resolved
  thinking_start thinking_progress thinking_complete thinking.progress
  terminal_stream terminal_complete terminal.stream
  sandbox_init sandbox_provisioning sandbox_ready sandbox_removed
  state_snapshot stream_snapshot
  usage_update usage_context
  gap replay_complete
  file_list file_content file_history_result file_changed
  steer_sent stop_acknowledged
  server_shutdown
  ui.spec_start ui.spec_delta ui.spec_complete ui.spec_error
  history events
  member_list member_updated member_removed
  error pong
  automation_list automation_created automation_updated automation_deleted automation_toggled
  automation_run_started automation_run_completed automation_run_blocked
  template_list inbox_list inbox_item_updated inbox_delivery
  github.create_repo_request github.create_repo_answer github.create_pr_request github.create_pr_answer
  github.add_comment_request github.add_comment_answer github.add_review_request github.add_review_answer
  github.update_pr_request github.update_pr_answer github.add_reviewers_request github.add_reviewers_answer
  github.fork_repo_request github.fork_repo_answer github.create_issue_request github.create_issue_answer
  github.update_issue_request github.update_issue_answer
  mode_switched autonomy_profile_updated session_settings_updated
  thread.name_delta thread.name_complete
  project_list project_created project_updated project_archived project_unarchived project_deleted project_detail
  plan_created plan.created plan_step_started plan.step_started plan_step_completed plan.step_completed
  plan_revised plan.revised
  memory_extracted memory.extracted memory_recalled memory.recalled memory_forgotten memory.forgotten
`)

const OURS = words(`
  user_message message_complete question_resolved request_closed attention_raised attention_cleared toast watch_state
  session_paused session_resumed session_ended subagent_started subagent_stopped context_compacted agent_notification task_notification
  agent_unparsed notify_new_plan notify_progress notify_finish notify_event
`)
const OUR_REPLIES = ['request_list', 'attention_list', 'gateway_state']

const EPHEMERAL = words(`
  text_delta tool_call_start tool_call_delta thinking_progress terminal_stream usage_update
  ui.spec_start ui.spec_delta ui.spec_error plan_step_started plan_step_completed
  thinking_start thinking_complete sandbox_provisioning usage_context thread.name_delta
  session_deleted
`)

/** Events that never come without their turn. */
const IN_TURN = words(`
  turn_started text_delta turn_complete message_complete thinking_start thinking_progress thinking_complete
  tool_call tool_result tool_call_start tool_call_delta tool_error terminal_stream terminal_complete
  stop_acknowledged ui.spec_start ui.spec_delta ui.spec_complete ui.spec_error
`)
/** Events of the session as a whole. */
const NO_TURN = words(`
  session_created session_updated session_archived session_unarchived session_deleted session_state session_ended
  session_paused session_resumed sandbox_init sandbox_provisioning sandbox_ready sandbox_removed mode_switched autonomy_profile_updated
  session_settings_updated thread.name_delta thread.name_complete memory_extracted memory_forgotten watch_state toast
`)

const CLIENT_MESSAGES = words(`
  authenticate ping list_sessions create_session rename_session archive_session unarchive_session delete_session
  pause_session resume_session get_gateway_state pause_gateway resume_gateway join_session leave_session run_turn stop_turn steer answer_question respond_permission list_requests list_attention
  get_history get_events list_files read_file file_history file_at_iteration manage_members switch_mode
  set_autonomy_profile update_session_settings list_projects create_project update_project archive_project
  unarchive_project delete_project get_project list_automations create_automation update_automation
  delete_automation toggle_automation run_automation list_templates list_inbox update_inbox_item
  memory_recall memory_forget github_answer
`)

const CODEX = words(
  'session-start user-prompt-submit approval-requested approval-response agent-turn-complete session-end',
)
const CODEX_FIELDS: Record<string, string[]> = {
  'session-start': words('type thread-id cwd pid'),
  'user-prompt-submit': words('type thread-id turn-id cwd prompt'),
  'approval-requested': words('type thread-id turn-id approval-type description'),
  'approval-response': words('type thread-id turn-id approved'),
  'agent-turn-complete': words('type thread-id turn-id cwd input-messages last-assistant-message'),
  'session-end': words('type thread-id'),
  'turn-aborted': words('type thread-id turn-id reason'),
  'turn-failed': words('type thread-id turn-id message'),
}

const RPC = words(`
  holon/status holon/pause holon/resume holon/logStream
  signalbox/status signalbox/pause signalbox/resume signalbox/logStream
  thread/start thread/resume thread/pause thread/close thread/list thread/read
  turn/start turn/steer turn/interrupt request/list request/respond rpc.discover
`)
const RPC_SAYS = words(`
  item/created item/updated item/deleted turn/started turn/completed turn/interrupted
  thread/started thread/resumed thread/paused thread/closed stream/gap stream/closed
`)

const sorted = (names: Iterable<string>) => [...names].sort()
const twins = Object.keys(REGISTRY).flatMap((type) => rowOf(type as EventType).dot ?? [])

describe('nothing promised is missing', () => {
  it('every event, under every name, and no more than that', () => {
    expect(GATEWAY).toHaveLength(116)
    expect(OURS).toHaveLength(21)
    for (const name of [...GATEWAY, ...OURS]) expect(typeNamed(name), name).toBeDefined()
    const promised = new Set([...GATEWAY, ...OURS, ...OUR_REPLIES])
    expect(sorted([...Object.keys(REGISTRY), ...twins])).toEqual(sorted(promised))
  })

  it('the twins are twins', () => {
    expect(sorted(twins)).toEqual(
      sorted([
        ...words('message.delta message.complete thinking.progress terminal.stream'),
        ...GATEWAY.filter((name) => name.startsWith('plan.') || name.startsWith('memory.')),
      ]),
    )
  })

  it('what is live only is live only, what is a reply is a reply', () => {
    const types = Object.keys(REGISTRY) as EventType[]
    expect(sorted(types.filter((type) => rowOf(type).kind === 'ephemeral'))).toEqual(sorted(EPHEMERAL))
    expect(rowOf('memory_recalled').kind).toBe('reply')
    expect(rowOf('memory_forgotten').kind).toBe('durable')
    expect(rowOf('heartbeat').scopes).toEqual(['connection'])
  })

  it('what belongs to a turn says which', () => {
    const types = (Object.keys(REGISTRY) as EventType[]).filter(isNumbered)
    expect(sorted(types.filter((type) => rowOf(type).turn === 'required'))).toEqual(sorted(IN_TURN))
    expect(sorted(types.filter((type) => rowOf(type).turn === undefined))).toEqual(sorted(NO_TURN))
  })

  it('every client message', () => {
    expect(sorted(Object.keys(MESSAGES))).toEqual(sorted(CLIENT_MESSAGES))
  })

  it('every event of Codex, with its fields', () => {
    expect(sorted(Object.keys(CODEX_EVENTS))).toEqual(sorted([...CODEX, 'turn-aborted', 'turn-failed']))
    for (const [type, { fields }] of Object.entries(CODEX_EVENTS))
      expect(sorted(Object.keys(fields.properties)), type).toEqual(sorted(CODEX_FIELDS[type] ?? []))
    expect(codexEventNamed('turn-cancelled')).toBe('turn-aborted')
    expect(APPROVAL_TYPES).toEqual(['exec', 'patch', 'elicitation'])
  })

  it('the notify envelope and its types', () => {
    expect(Object.keys(NOTIFY_ENVELOPE.properties)).toEqual(
      words('session_id occurred_at payload raw event_id'),
    )
    expect(['new-plan', 'progress', 'finish', 'anything else'].map(canonicalType)).toEqual(
      words('notify_new_plan notify_progress notify_finish notify_event'),
    )
    expect(TRIGGER_ALIASES).toEqual({
      'plan-new': 'notify_new_plan',
      'plan-update': 'notify_progress',
      'work-finish': 'notify_finish',
    })
  })

  it('every method and notification of JSON-RPC', () => {
    for (const name of RPC) expect(methodNamed(name), name).toBeDefined()
    expect(sorted(Object.keys(RPC_METHODS))).toEqual(sorted(RPC.filter((name) => !/^signalbox/.test(name))))
    expect(sorted(Object.keys(RPC_NOTIFICATIONS))).toEqual(sorted(RPC_SAYS))
  })

  it('every activity of flows', () => {
    expect(Object.keys(ACTIVITIES)).toEqual(
      words('toast_notification post_webhook send_to_terminal spawn_agent_session'),
    )
  })

  it('every canonical activity, hook and field', () => {
    expect(CANONICAL_ACTIVITIES).toEqual(
      words('user_prompt_submit agent_output_update agent_output_stop agent_notification'),
    )
    expect(HOOK_TO_CANONICAL).toMatchObject({
      user_prompt_submit: 'user_prompt_submit',
      tool_use: 'agent_output_update',
      tool_done: 'agent_output_update',
      agent_stop: 'agent_output_stop',
      notification: 'agent_notification',
      session_start: null,
      session_end: null,
      error: null,
    })
    const optional = Object.entries(CANONICAL_FIELDS).filter(([, field]) => field.optional)
    expect(optional.map(([name]) => name)).toEqual(
      words('tool_name tool_preview summary message raw_message notification_type'),
    )
    expect(Object.keys(CANONICAL_FIELDS)).toEqual(
      expect.arrayContaining(
        words('session_id canonical_type hook_event_type timestamp message_intent delivery_scope'),
      ),
    )
  })

  it('some stored event shows as each canonical activity', () => {
    const types = Object.keys(REGISTRY) as EventType[]
    const shown = new Set(types.map((type) => canonicalOf(type)).filter((one) => one !== undefined))
    expect(sorted(shown)).toEqual(sorted(CANONICAL_ACTIVITIES))
  })
})
