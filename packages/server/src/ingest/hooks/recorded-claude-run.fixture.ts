import type { JsonObject } from '@signalbox/protocol'

/** What Claude Code 2.1.325 gave its hooks in one session: a question, a request that was put aside with Esc, a helper in the background, a turn that failed. */
export const CLAUDE_RUN: readonly JsonObject[] = [
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    hook_event_name: 'SessionStart',
    source: 'startup',
    model: 'claude-opus-5-5',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'b98197e5-9776-40ea-acf8-1e2f239f3c98',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'first',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'b98197e5-9776-40ea-acf8-1e2f239f3c98',
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'first end',
    background_tasks: [],
    session_crons: [],
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: '28ead75c-3238-462b-afec-ee38e36e756f',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'second',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: '28ead75c-3238-462b-afec-ee38e36e756f',
    hook_event_name: 'PreToolUse',
    tool_name: 'AskUserQuestion',
    tool_input: {
      questions: [
        {
          question: 'Which?',
          header: 'Pick',
          options: [
            {
              label: 'Red',
              description: 'r',
            },
            {
              label: 'Blue',
              description: 'b',
            },
          ],
          multiSelect: false,
        },
      ],
    },
    tool_use_id: 'toolu_2mwj1lkej_0',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: '28ead75c-3238-462b-afec-ee38e36e756f',
    hook_event_name: 'PermissionRequest',
    tool_name: 'AskUserQuestion',
    tool_input: {
      questions: [
        {
          question: 'Which?',
          header: 'Pick',
          options: [
            {
              label: 'Red',
              description: 'r',
            },
            {
              label: 'Blue',
              description: 'b',
            },
          ],
          multiSelect: false,
        },
      ],
    },
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: '28ead75c-3238-462b-afec-ee38e36e756f',
    hook_event_name: 'PostToolUse',
    tool_name: 'AskUserQuestion',
    tool_input: {
      questions: [
        {
          question: 'Which?',
          header: 'Pick',
          options: [
            {
              label: 'Red',
              description: 'r',
            },
            {
              label: 'Blue',
              description: 'b',
            },
          ],
          multiSelect: false,
        },
      ],
      answers: {
        'Which?': 'Red',
      },
      annotations: {},
    },
    tool_response: {
      questions: [
        {
          question: 'Which?',
          header: 'Pick',
          options: [
            {
              label: 'Red',
              description: 'r',
            },
            {
              label: 'Blue',
              description: 'b',
            },
          ],
          multiSelect: false,
        },
      ],
      answers: {
        'Which?': 'Red',
      },
      annotations: {},
    },
    tool_use_id: 'toolu_2mwj1lkej_0',
    duration_ms: 2,
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: '28ead75c-3238-462b-afec-ee38e36e756f',
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'second end',
    background_tasks: [],
    session_crons: [],
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'd0d3c834-b0c7-4702-89b1-77ddc470809d',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'third',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'd0d3c834-b0c7-4702-89b1-77ddc470809d',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: {
      command: 'touch b',
    },
    tool_use_id: 'toolu_4mwj1lm32_0',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'd0d3c834-b0c7-4702-89b1-77ddc470809d',
    hook_event_name: 'PermissionRequest',
    tool_name: 'Bash',
    tool_input: {
      command: 'touch b',
    },
    permission_suggestions: [
      {
        type: 'addDirectories',
        directories: ['/home/dev/project'],
        destination: 'session',
      },
      {
        type: 'setMode',
        mode: 'acceptEdits',
        destination: 'session',
      },
    ],
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'b24e3c57-399c-4727-baa9-7877d01ffd72',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'fourth',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'b24e3c57-399c-4727-baa9-7877d01ffd72',
    hook_event_name: 'PreToolUse',
    tool_name: 'Agent',
    tool_input: {
      description: 'sub',
      prompt:
        'play([{"call":[{"tool":"Bash","args":{"command":"echo sub","description":"say sub"}}]},{"say":"sub done"}])',
      subagent_type: 'general-purpose',
    },
    tool_use_id: 'toolu_5mwj1lnaw_0',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'b24e3c57-399c-4727-baa9-7877d01ffd72',
    hook_event_name: 'PostToolUse',
    tool_name: 'Agent',
    tool_input: {
      description: 'sub',
      prompt:
        'play([{"call":[{"tool":"Bash","args":{"command":"echo sub","description":"say sub"}}]},{"say":"sub done"}])',
      subagent_type: 'general-purpose',
    },
    tool_response: {
      isAsync: true,
      status: 'async_launched',
      agentId: 'ab79c1029d35455a6',
      description: 'sub',
      resolvedModel: 'claude-opus-5-5',
      prompt:
        'play([{"call":[{"tool":"Bash","args":{"command":"echo sub","description":"say sub"}}]},{"say":"sub done"}])',
      outputFile: '/tmp/claude/tasks/a.output',
      canReadOutputFile: true,
      canContinueAgent: true,
    },
    tool_use_id: 'toolu_5mwj1lnaw_0',
    duration_ms: 93,
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'b24e3c57-399c-4727-baa9-7877d01ffd72',
    agent_id: 'ab79c1029d35455a6',
    agent_type: 'general-purpose',
    hook_event_name: 'SubagentStart',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'b24e3c57-399c-4727-baa9-7877d01ffd72',
    agent_id: 'ab79c1029d35455a6',
    agent_type: 'general-purpose',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: {
      command: 'echo sub',
      description: 'say sub',
    },
    tool_use_id: 'toolu_6mwj1lo3v_0',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'b24e3c57-399c-4727-baa9-7877d01ffd72',
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'main ended',
    background_tasks: [
      {
        id: 'ab79c1029d35455a6',
        type: 'subagent',
        status: 'running',
        description: 'sub',
        agent_type: 'general-purpose',
      },
    ],
    session_crons: [],
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'b24e3c57-399c-4727-baa9-7877d01ffd72',
    agent_id: 'ab79c1029d35455a6',
    agent_type: 'general-purpose',
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: {
      command: 'echo sub',
      description: 'say sub',
    },
    tool_response: {
      stdout: 'sub',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
    },
    tool_use_id: 'toolu_6mwj1lo3v_0',
    duration_ms: 341,
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'b24e3c57-399c-4727-baa9-7877d01ffd72',
    agent_id: 'ab79c1029d35455a6',
    agent_type: 'general-purpose',
    hook_event_name: 'SubagentStop',
    stop_hook_active: false,
    last_assistant_message: 'sub done',
    background_tasks: [
      {
        id: 'ab79c1029d35455a6',
        type: 'subagent',
        status: 'running',
        description: 'sub',
        agent_type: 'general-purpose',
      },
    ],
    session_crons: [],
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: '88f5829b-76ac-4277-a1aa-6696a529c6a4',
    hook_event_name: 'UserPromptSubmit',
    prompt:
      '<task-notification>\n<task-id>ab79c1029d35455a6</task-id>\n<tool-use-id>toolu_5mwj1lnaw_0</tool-use-id>\n<output-file>/tmp/claude/tasks/a.output</output-file>\n<status>completed</status>\n<summary>Agent "sub" finished</summary>\n<note>A task-notification fires each time this agent stops with no live background children of its own. The user can send it another message and resume it, so the same task-id may notify more than once.</note>\n<result>sub done</result>\n<usage><subagent_tokens>1586</subagent_tokens><tool_uses>1</tool_uses><duration_ms>1739</duration_ms></usage>\n</task-notification>',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: '88f5829b-76ac-4277-a1aa-6696a529c6a4',
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'after notification',
    background_tasks: [],
    session_crons: [],
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: '33602112-2097-4bb9-b4b4-05ed4d714298',
    hook_event_name: 'UserPromptSubmit',
    prompt: 'fifth',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: '33602112-2097-4bb9-b4b4-05ed4d714298',
    hook_event_name: 'StopFailure',
    error: 'unknown',
    last_assistant_message: 'API Error: 400 the model failed with 400',
  },
  {
    session_id: 'b407b82c-3ccf-441a-93d9-dd54455adb45',
    cwd: '/home/dev/project',
    prompt_id: 'de14a72d-7136-4902-9a31-74945e78b0b2',
    hook_event_name: 'SessionEnd',
    reason: 'prompt_input_exit',
  },
]
