import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LOUD = `version: 1
flows:
  - id: nightly
    event_type: notify_finish
    bindings:
      - activity_id: toast_notification
        config: { level: loud, message_template: "{{summary}}" }
`

/** @param {string} activity_id @param {object} config */
const activity = (activity_id, config) => ({ activity_id, config })

/** @param {string} hooks where webhooks are taken */
const flows = (hooks) => ({
  'plan-created': {
    label: 'New plan created',
    event_type: 'notify_new_plan',
    where: { 'session.id': 'Codex 1' },
    bindings: [
      activity('toast_notification', { level: 'info', message_template: 'New plan: {{summary}}' }),
      activity('spawn_agent_session', {
        agent_id: 'demo',
        title_template: 'Review: {{summary}}',
        message_template: 'Review this plan (demo:text): {{notify.plan_summary}}',
      }),
    ],
  },
  'tell-me-of-plans': {
    label: 'Tell me when an agent makes a plan',
    event_type: 'plan_created',
    bindings: [activity('toast_notification', { level: 'info', message_template: 'New plan: {{title}}' })],
  },
  'failed-work': {
    label: 'Post failed work to the team channel',
    event_type: 'notify_finish',
    where: { 'session.id': 'Codex', task_state: 'failed' },
    bindings: [
      activity('post_webhook', {
        url: `${hooks}/team`,
        body_template: '{"text": "{{session.id}}: {{summary}}"}',
      }),
      activity('toast_notification', {
        level: 'error',
        message_template: '{{session.id}} failed: {{summary}}',
      }),
    ],
  },
  board: {
    label: 'Keep the board up to date',
    event_type: 'notify_progress',
    bindings: [activity('post_webhook', { url: `${hooks}/board` })],
  },
})

/**
 * Triggers that are set off by agents that report by notify, and a file that cannot be used.
 * @param {{url: string, token: string, dataDir: string, hooks: string}} gateway
 */
export function flowScene({ url, token, dataDir, hooks }) {
  /** @param {string} method @param {string} path @param {object} body */
  async function call(method, path, body) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  }
  /** @param {string} session_id @param {object} payload */
  const notify = (session_id, payload) =>
    call('POST', `/api/sessions/${encodeURIComponent(session_id)}/notify`, { session_id, payload })
  return {
    async begin() {
      for (const [id, flow] of Object.entries(flows(hooks)))
        await call('PUT', `/api/flow/triggers/${id}`, flow)
      const folder = join(dataDir, 'flows')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'nightly.yaml'), LOUD)
      await notify('Codex 1', {
        type: 'new-plan',
        plan_file: 'route-events.org',
        summary: 'Route session events',
        plan_summary: 'Give every event one way through the gateway, and retire the second bus',
      })
      await notify('Codex 1', { type: 'progress', plan_file: 'route-events.org', task_state: 'wip' })
      await notify('Codex 2', { type: 'progress', plan_file: 'checkout.org', task_state: 'wip' })
      await this.fails()
    },
    /** Something a person should see at once. */
    fails: () =>
      notify('Codex 2', {
        type: 'finish',
        task_state: 'failed',
        summary: 'The checkout tests do not pass on Node 20',
      }),
    plans: () =>
      notify('Codex 1', {
        type: 'new-plan',
        summary: 'Retire the second bus',
        plan_summary: 'Three steps, one release',
      }),
  }
}
