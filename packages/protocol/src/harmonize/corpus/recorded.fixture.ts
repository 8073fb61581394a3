import { type CleanCase, honest, lines } from './case.fixture.js'

const as = (agent: string, id: string, raw: string, why: string): CleanCase => ({
  ...honest(`recorded/${agent}/${id}`, raw, why),
  agent,
})

const SKILLS = `## Skills
A skill is a set of local instructions to follow that is stored in a \`SKILL.md\` file. Below is the list of skills that can be used. Each entry includes a name, description, and a short path that can be expanded into an absolute path using the skill roots table.
### Sk…[4523]`

const READ_ONLY = `Filesystem sandboxing defines which files can be read or written. \`sandbox_mode\` is \`read-only\`: The sandbox only permits reading files. Network access is restricted.
# Escalation Requests

Commands are run outside the sandbox if they are approved by the user, or match an …[3882]`

const ENVIRONMENT = `<environment_context>
  <cwd>/home/dev/project/p3</cwd>
  <shell>bash</shell>
  <current_date>2026-11-15</current_date>
  <timezone>Etc/UTC</timezone>
  <filesystem><workspace_roots><root>/home/dev/project/p3</home/dev></workspace_roots><permission_profile type="managed"><file_system…[443]`

const ABORTED =
  'The user interrupted the previous turn on purpose. Any running unified exec processes may still be running in the background. If any tools/commands were aborted, they may have partially executed.'

const GEMINI_CONTEXT = `This is the Gemini CLI. We are setting up the context for our chat.
Today's date is Sunday, November 15, 2026 (formatted according to the user's locale).
My operating system is: linux
The project's temporary directory is: /home/dev/.gemini/tmp/gwork
- **Workspace Directories:**
  - /home/dev/project
- **Directory Structure:**

Showing up to 200 ite…`

const MODE = `# Collaboration Mode: Default

You are now in Default mode. Any previous instructions for other modes (e.g. Plan mode) are no longer active.

Your active mode changes only when new developer instructions with a different \`<collaboration_mode>...</collaboration_mode>\` change it; user requests or tool descriptions do not change mode by themselves. Known mode names are Default and Plan.
`

/** Texts as agents really sent them, some of them cut where the recording was. */
export const RECORDED: readonly CleanCase[] = [
  as('claude', 'idle', 'Claude is waiting for your input', 'A notification.'),
  as('claude', 'permission', 'Claude needs your permission', 'A notification.'),
  as(
    'claude',
    'permission-with-tool',
    'Claude needs your permission to use Bash',
    'A notification of older versions.',
  ),
  as('claude', 'stop', 'All done.', 'The last message of a turn.'),
  as('claude', 'subagent-stop', 'Hello from the mock model.', 'The last message of a subagent.'),
  as('claude', 'expansion', '/greet Bob', 'A prompt before it was expanded.'),
  as('claude', 'steer', 'STEER: please also check the docs', 'A prompt while a turn runs.'),
  as(
    'claude',
    'cut-by-interrupt',
    'aa bb cc dd ee ',
    'A message that ends in the middle; its last space stays.',
  ),
  {
    id: 'recorded/claude/interrupt',
    agent: 'claude',
    raw: '[Request interrupted by user]',
    reads: '[Request interrupted by user]',
    parts: [{ kind: 'notice' }],
    why: 'After an interrupt.',
  },
  as(
    'claude',
    'diagnostic',
    '[ede_diagnostic] result_type=user last_content_type=n/a stop_reason=tool_use',
    'An error of a turn.',
  ),
  as('claude', 'api-error', 'API Error: 400 mock error', 'What the agent says when its model fails.'),
  as(
    'claude',
    'prompt',
    'MOCK:[{"thinking":"I should run a command.","text":"Running it.","tool":"Bash","input":{"command":"echo hello-from-bash","description":"Say hello"}},{"text":"All done."}]END',
    'A prompt full of JSON.',
  ),
  as(
    'claude',
    'agent-launched',
    lines(
      'Async agent launched successfully. (This tool result is internal metadata — never quote or paste any part of it, including the agentId below, into a user-facing reply.)',
      "agentId: ae86d025a456077e3 (internal ID - do not mention to user. Use SendMessage with to: 'ae86d025a456077e3', summary: '<5-10 word recap>' to continue this agent.)",
      'output_file: /tmp/claude-0/-home-dev-work5/80c2e649-a8f1-427a-ad91-5d74d749c95e/tasks/ae86d025a456077e3.output',
    ),
    'The result of a tool with a placeholder in it.',
  ),
  as(
    'claude',
    'rejected',
    "```\nThe user doesn't want to proceed with this tool use.\n```",
    'Text of a tool call.',
  ),
  as('claude', 'hint-model', '<model>', 'The hint of a command is a placeholder.'),
  as('claude', 'hint-instruction', '<instruction>', 'Not the tag of Codex: another name.'),
  as(
    'claude',
    'hint-words',
    '<optional custom summarization instructions>',
    'A placeholder of several words.',
  ),
  as(
    'claude',
    'hint-choice',
    '<low|medium|high|xhigh|max|auto|ultracode [on|off]>',
    'A placeholder with a choice.',
  ),
  as(
    'claude',
    'hint-flags',
    '[low|medium|high|xhigh|max] [--fix] [--comment] [<pr#>|<branch>|<path>] [--max-findings <n>|all]',
    'Placeholders within brackets.',
  ),
  as('claude', 'question', 'Which db?', 'A question to the person.'),
  as('claude', 'plan', '# Plan\n1. A\n2. B', 'A plan to approve.'),
  as(
    'claude',
    'warning',
    "**Warning:** We're changing auto mode to no longer charge for classifier requests in Claude Code. However, this session isn't eligible because your requests go through 127.0.0.1:18100, which isn't compatible with this update.",
    'A warning in the middle of an answer.',
  ),
  as('codex', 'prompt', 'first [[exec:touch h1.txt]] [[patch:hp1.txt]]', 'A prompt.'),
  as('codex', 'stop', 'Done after 2 tool call(s).', 'The last message of a turn.'),
  as('codex', 'elicitation', 'Allow the lab MCP server to run tool "danger"?', 'A question to the person.'),
  as('codex', 'reason', 'mock wants to run: touch tui2.txt', 'Why the agent asks.'),
  as('codex', 'reasoning', '**Thinking** about it', 'A summary of what it thought.'),
  as(
    'codex',
    'busy',
    'We’re currently experiencing high demand, which may cause temporary errors.',
    'An error with a curly apostrophe.',
  ),
  as(
    'codex',
    'compaction',
    'Another language model started to solve this problem and produced a summary of its thinking process. You also have access to the state of the tools that were used by that language model. Use this to build on the work that has already been done and avoid duplicating work. Here is the summary produced by the other language model, use the information in this summary to assist with your own analysis:\nMock reply to: You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary for',
    'Sent to a notify program as if it were a prompt.',
  ),
  as('codex', 'collaboration-mode', MODE, 'The tag is quoted in backticks in a sentence.'),
  as(
    'codex',
    'filesystem',
    '<filesystem><workspace_roots><root>/home/dev/project/p3</home/dev></workspace_roots><permission_profile type="managed"><file_system type="restricted"><entry access="read"><special>:root</special></entry></file_system></permission_profile></filesystem>',
    'A child without its parent is no tag of its own, broken as it is.',
  ),
  as(
    'codex',
    'patch',
    '*** Begin Patch\n*** Add File: hp1.txt\n+hello from mock patch\n*** End Patch',
    'What a patch would do.',
  ),
  {
    id: 'recorded/codex/hook-prompt',
    agent: 'codex',
    raw: '<hook_prompt hook_run_id="stop:10:/home/dev/.codex/hooks.json">continue please [[say:continued]]</hook_prompt>',
    reads: 'continue please [[say:continued]]',
    cleaned: ['hook_prompt'],
    parts: [{ kind: 'notice', text: 'continue please [[say:continued]]' }],
    why: 'A stop hook made the agent go on.',
  },
  {
    id: 'recorded/codex/turn-aborted',
    agent: 'codex',
    raw: `<turn_aborted>\n${ABORTED}\n</turn_aborted>`,
    reads: ABORTED,
    cleaned: ['turn_aborted'],
    parts: [{ kind: 'notice' }],
    why: 'A message of the user that no user wrote.',
  },
  {
    id: 'recorded/codex/skills',
    agent: 'codex',
    raw: `<skills_instructions>\n${SKILLS}`,
    reads: SKILLS,
    cleaned: ['skills_instructions'],
    parts: [{ kind: 'context', truncated: true }],
    why: 'A message of the developer, cut.',
  },
  {
    id: 'recorded/codex/permissions',
    agent: 'codex',
    raw: `<permissions instructions>\n${READ_ONLY}`,
    reads: READ_ONLY,
    cleaned: ['permissions instructions'],
    parts: [{ kind: 'context', truncated: true }],
    why: 'A message of the developer, cut.',
  },
  {
    id: 'recorded/codex/environment',
    agent: 'codex',
    raw: ENVIRONMENT,
    reads:
      '/home/dev/project/p3\nbash\n2026-11-15\nEtc/UTC\n/home/dev/project/p3</home/dev><file_system…[443]',
    cleaned: ['environment_context'],
    parts: [{ kind: 'context', truncated: true }],
    why: 'Cut, and with a closing tag that fits nothing.',
  },
  {
    id: 'recorded/codex/environment-and-prompt',
    agent: 'codex',
    raw: `hello from tui\n${ENVIRONMENT}`,
    reads: 'hello from tui',
    cleaned: ['environment_context'],
    why: 'The prompt before it stays.',
  },
  as('gemini', 'notification', 'Tool Confirm Write: tui.txt requires editing', 'A notification.'),
  as('gemini', 'title', 'Confirm Write: tui.txt', 'Its title.'),
  as('gemini', 'thought', '**Mock thought**\nLet me think.', 'What it thinks.'),
  as('gemini', 'mode', '[MODE_UPDATE] plan', 'A change of mode.'),
  as('gemini', 'error', '{"error":{"code":400,"message":"mock error","status":"X"}}', 'An error.'),
  {
    id: 'recorded/gemini/session-context',
    agent: 'gemini',
    raw: `<session_context>\n${GEMINI_CONTEXT}`,
    reads: GEMINI_CONTEXT,
    cleaned: ['session_context'],
    parts: [{ kind: 'context', truncated: true }],
    why: 'The first message to the model, cut.',
  },
  as('opencode', 'error', 'Aborted', 'An error.'),
  as(
    'opencode',
    'todo',
    '[\n  {\n    "content": "A",\n    "status": "in_progress"\n  }\n]',
    'The text of a tool call.',
  ),
  as(
    'opencode',
    'prompt',
    'MOCK:[{"tool":"bash","input":{"command":"sleep 2; echo s","description":"d"}},{"text":"after tool"}]END',
    'A prompt.',
  ),
]
