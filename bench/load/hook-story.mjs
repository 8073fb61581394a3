const TEXT = 'The retry loop gave up after the first failure; it waits now, longer each time. '
const CALLS = 4

/**
 * What the hooks of one agent tell, and what it writes into its transcript: turns with some tool calls each.
 */
export class HookStory {
  transcript
  session
  #turn = 0
  #step = 0

  /** @param {{session: string, transcript: string}} place */
  constructor({ session, transcript }) {
    this.session = session
    this.transcript = transcript
  }

  /** The next hook, and the line that comes with it, if one does. @returns {{body: string, line?: string}} */
  next() {
    const step = this.#step
    this.#step = (step + 1) % (2 * CALLS + 2)
    if (step === 0) {
      this.#turn += 1
      return this.#hook(
        'UserPromptSubmit',
        { prompt: `Look at it again, please (${this.#turn})` },
        this.#prompt(),
      )
    }
    if (step === 2 * CALLS + 1)
      return this.#hook(
        'Stop',
        { last_assistant_message: TEXT.repeat(4), stop_hook_active: false },
        this.#answer(step),
      )
    const call = {
      tool_name: 'Bash',
      tool_input: { command: `npm test -- ${step}` },
      tool_use_id: this.#call(step),
    }
    if (step % 2 === 1) return this.#hook('PreToolUse', call, this.#answer(step))
    const stdout = TEXT.repeat(10)
    return this.#hook(
      'PostToolUse',
      { ...call, tool_response: { stdout, stderr: '' } },
      this.#result(step, stdout),
    )
  }

  /** @param {string} name @param {object} fields @param {string} line */
  #hook(name, fields, line) {
    const body = {
      session_id: this.session,
      transcript_path: this.transcript,
      cwd: '/home/dev/project',
      prompt_id: this.#prompted,
      permission_mode: 'default',
      hook_event_name: name,
      ...fields,
    }
    return { body: JSON.stringify(body), line }
  }

  get #prompted() {
    return `${this.session}-${this.#turn}`
  }

  /** @param {number} step */
  #call(step) {
    return `toolu_${this.#turn}_${Math.ceil(step / 2)}`
  }

  #prompt() {
    return JSON.stringify({
      promptId: this.#prompted,
      type: 'user',
      message: { role: 'user', content: 'Look at it again, please' },
      promptSource: 'typed',
    })
  }

  /** @param {number} step */
  #answer(step) {
    const usage = { input_tokens: 1200, cache_read_input_tokens: 300, output_tokens: 42 }
    const content = [{ type: 'text', text: TEXT }]
    const message = { id: `msg_${this.#turn}_${step}`, role: 'assistant', model: 'model', content, usage }
    return JSON.stringify({ isSidechain: false, message, type: 'assistant' })
  }

  /** @param {number} step @param {string} stdout */
  #result(step, stdout) {
    const content = [{ tool_use_id: this.#call(step), type: 'tool_result', content: stdout, is_error: false }]
    return JSON.stringify({ promptId: this.#prompted, type: 'user', message: { role: 'user', content } })
  }
}
