import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Agents at work in the folders of a home, told of by their own hooks. Those that ask wait for an answer.
 * @param {{url: string, token: string, home: string}} gateway
 */
export function watchScene({ url, token, home }) {
  /** @param {string} path @param {object} body @param {Record<string, string>} [headers] */
  const post = (path, body, headers = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  /** @param {'claude' | 'codex' | 'gemini'} agent @param {string} folder @param {Record<string, string>} [headers] */
  function agentIn(agent, folder, headers) {
    const turn = randomUUID()
    const id = randomUUID()
    const transcript = join(home, '.claude/projects', folder, `${id}.jsonl`)
    const payload = {
      session_id: id,
      cwd: join(home, folder),
      transcript_path: transcript,
      ...(agent === 'claude' ? { prompt_id: turn } : agent === 'codex' ? { turn_id: turn } : {}),
    }
    /** @param {string} event @param {object} [more] */
    const hook = (event, more = {}) =>
      post(`/hooks/${agent}`, { ...payload, hook_event_name: event, ...more }, headers)
    /** @param {string} tool @param {object} input */
    const call = (tool, input) => ({
      tool_name: tool,
      tool_input: input,
      tool_use_id: `call_${randomUUID()}`,
    })
    return {
      hook,
      call,
      prompt: (/** @type {string} */ prompt) =>
        hook(agent === 'gemini' ? 'BeforeAgent' : 'UserPromptSubmit', { prompt }),
      works: (/** @type {string} */ tool, /** @type {object} */ input) =>
        hook(agent === 'gemini' ? 'BeforeTool' : 'PreToolUse', call(tool, input)),
      /** It waits until somebody answers; nobody waits for it here. */
      async asks(/** @type {string} */ tool, /** @type {object} */ input) {
        const asked = call(tool, input)
        await hook('PreToolUse', asked)
        hook('PermissionRequest', asked).catch(() => {})
      },
      /** Claude Code writes what it used into its transcript. */
      async spends(/** @type {number} */ dollars) {
        mkdirSync(dirname(transcript), { recursive: true })
        const usage = { input_tokens: 12_400, output_tokens: 2100 }
        const line = {
          type: 'assistant',
          sessionId: id,
          costUSD: dollars,
          message: { id: `msg_${turn}`, model: 'opus', usage, content: [] },
        }
        const said = { type: 'user', sessionId: id, promptId: turn, message: { content: 'go on' } }
        appendFileSync(transcript, `${JSON.stringify(said)}\n${JSON.stringify(line)}\n`)
        // Its transcript is looked at now and then.
        await pause(1500)
      },
    }
  }

  /** A process for an agent to be known by. */
  const stand = spawn('sleep', ['3600'])
  return {
    close: () => stand.kill(),
    /** What began a while ago. */
    async before() {
      const notes = agentIn('claude', 'notes')
      await notes.prompt('Sort the notes of October')
      await notes.spends(1.31)
      await notes.hook('Stop', { last_assistant_message: 'Done.' })
      const parser = agentIn('claude', 'parser')
      await parser.prompt('Make the parser linear')
      await parser.hook('StopFailure', {
        error: 'overloaded',
        last_assistant_message: 'API Error: 529 Overloaded',
      })
      const infra = { session_id: 'ses_infra', turn_id: 'msg_1', directory: join(home, 'infra') }
      const plan = {
        input: { tool: 'bash', callID: 'c1' },
        output: { args: { command: 'terraform plan -out=next.tfplan' } },
      }
      const said = {
        input: {},
        output: { message: { id: 'msg_1' }, parts: [{ type: 'text', text: 'Plan it' }] },
      }
      await post('/hooks/opencode', { ...infra, event: { type: 'chat.message', properties: said } })
      await post('/hooks/opencode', { ...infra, event: { type: 'tool.execute.before', properties: plan } })
      const child = spawn('sleep', ['600'])
      const lab = agentIn('codex', 'lab', processOf(child.pid ?? 0))
      await lab.prompt('Try the new allocator')
      await lab.works('Bash', { command: 'cargo bench' })
      child.kill('SIGKILL')
    },
    /** What began a few minutes ago. */
    async lately() {
      const shop = agentIn('claude', 'shop', { ...processOf(stand.pid ?? 0), 'x-signalbox-tmux-pane': '%3' })
      await shop.prompt('Release 2.4.0')
      await shop.spends(0.42)
      await shop.asks('Bash', {
        command: 'npm version minor && git push --follow-tags && npm publish --access public',
        description: 'Release a new minor version',
      })
      const site = agentIn('gemini', 'work/site')
      await site.prompt('A page for the release')
      await site.works('replace', { file_path: join(home, 'work/site/src/pages/index.astro') })
    },
    /** What began just now. */
    async justNow() {
      const docs = agentIn('claude', 'docs')
      await docs.prompt('Add a search to the docs')
      await docs.asks('AskUserQuestion', {
        questions: [
          {
            question: 'Which search should the docs get?',
            header: 'Search',
            multiSelect: false,
            options: [
              { label: 'Pagefind', description: 'static index, no server' },
              { label: 'Meilisearch', description: 'a server of its own, typo tolerance' },
            ],
          },
        ],
      })
      const api = agentIn('codex', 'api')
      await api.prompt('Why is checkout slow?')
      await api.works('Bash', { command: 'cargo test -p checkout --release' })
    },
  }
}

/** @param {number} pid @returns {Record<string, string>} */
function processOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  return {
    'x-signalbox-host': hostname(),
    'x-signalbox-pid': String(pid),
    'x-signalbox-pid-started': started,
  }
}
