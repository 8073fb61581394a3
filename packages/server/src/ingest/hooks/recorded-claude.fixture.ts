import type { JsonObject } from '@signalbox/protocol'

/** Payloads as Claude Code 2.1.325 gave them to its hooks. */
export const CLAUDE_PAYLOADS = {
  ConfigChange: {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '54e20415-03fe-4eb7-8d56-e8f3e945fbac',
    hook_event_name: 'ConfigChange',
    source: 'user_settings',
    file_path: '/home/dev/.claude/settings.json',
  },
  CwdChanged: {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project/.claude',
    prompt_id: '33a8ec95-5e3a-4163-983d-659ebf8a14b7',
    hook_event_name: 'CwdChanged',
    old_cwd: '/home/dev/project',
    new_cwd: '/home/dev/project/.claude',
  },
  InstructionsLoaded: {
    session_id: 'ed1d2175-224d-4ff6-8fc3-083e7a76d2a5',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/ed1d2175-224d-4ff6-8fc3-083e7a76d2a5.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'InstructionsLoaded',
    file_path: '/home/dev/project/CLAUDE.md',
    memory_type: 'Project',
    load_reason: 'session_start',
  },
  MessageDisplay: {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'deb7df4a-5437-4fd5-9f97-aa5182f4f78b',
    hook_event_name: 'MessageDisplay',
    turn_id: '7e59071a-2530-403b-97e0-fa0b5763ea76',
    message_id: '547f1457-0bf2-4662-8961-8f0f0aa1f13d',
    index: 0,
    final: true,
    delta: 'Running it.',
  },
  'Notification.idle_prompt': {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project/.claude',
    prompt_id: '33a8ec95-5e3a-4163-983d-659ebf8a14b7',
    hook_event_name: 'Notification',
    message: 'Claude is waiting for your input',
    notification_type: 'idle_prompt',
  },
  'Notification.permission_prompt': {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '2af55342-abf4-465f-a723-1c6863f6d8c8',
    hook_event_name: 'Notification',
    message: 'Claude needs your permission',
    notification_type: 'permission_prompt',
  },
  'PermissionRequest.AskUserQuestion': {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'eaa55cf9-9280-4842-bdb3-cd1d7aaa0c08',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PermissionRequest',
    tool_name: 'AskUserQuestion',
    tool_input: {
      questions: [
        {
          question: 'Which db?',
          header: 'DB',
          options: [
            {
              label: 'sqlite',
              description: 'file',
            },
            {
              label: 'pg',
              description: 'server',
            },
          ],
          multiSelect: false,
        },
      ],
    },
  },
  'PermissionRequest.Bash': {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '406cf747-5efb-4aef-97cc-bf6a5f70ffc1',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PermissionRequest',
    tool_name: 'Bash',
    tool_input: {
      command: 'curl http://127.0.0.1:1/x -o y',
      description: 'Fetch',
    },
    permission_suggestions: [
      {
        type: 'addRules',
        rules: [
          {
            toolName: 'Bash',
            ruleContent: 'curl http://127.0.0.1:1/x -o y',
          },
        ],
        behavior: 'allow',
        destination: 'localSettings',
      },
    ],
  },
  'PermissionRequest.ExitPlanMode': {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '1eabb32a-8db6-428e-86dd-67e414c5e7ce',
    permission_mode: 'plan',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PermissionRequest',
    tool_name: 'ExitPlanMode',
    tool_input: {},
  },
  'PermissionRequest.Write': {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'deb7df4a-5437-4fd5-9f97-aa5182f4f78b',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PermissionRequest',
    tool_name: 'Write',
    tool_input: {
      file_path: '/home/dev/project/out.txt',
      content: 'x\n',
    },
    permission_suggestions: [
      {
        type: 'setMode',
        mode: 'acceptEdits',
        destination: 'session',
      },
    ],
  },
  PostCompact: {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project/.claude',
    prompt_id: 'dd997f1e-b548-4c69-8c20-f8d9be7b6848',
    hook_event_name: 'PostCompact',
    trigger: 'manual',
    compact_summary: 'moved',
  },
  PostModelSwitch: {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '54e20415-03fe-4eb7-8d56-e8f3e945fbac',
    hook_event_name: 'PostModelSwitch',
    from_model: 'claude-opus-5-5',
    to_model: 'claude-sonnet-5-5',
    requested_model: 'sonnet',
    source: 'command',
    context_tokens: 1542,
    prompt_cache_warm: true,
    cache_ttl: '5m',
    estimated_cache_write_usd: 0.0039,
    pricing: 'catalog',
  },
  PostToolBatch: {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'deb7df4a-5437-4fd5-9f97-aa5182f4f78b',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PostToolBatch',
    tool_calls: [
      {
        tool_name: 'Bash',
        tool_input: {
          command: 'echo hello-from-bash',
          description: 'Say hello',
        },
        tool_use_id: 'toolu_mock2_2',
        tool_response: 'hello-from-bash',
      },
    ],
  },
  'PostToolUse.Agent': {
    session_id: 'ed1d2175-224d-4ff6-8fc3-083e7a76d2a5',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/ed1d2175-224d-4ff6-8fc3-083e7a76d2a5.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'c912586f-50a1-4a7c-b025-8fbf4c53aa01',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PostToolUse',
    tool_name: 'Agent',
    tool_input: {
      description: 'Sub work',
      prompt:
        'SUB [{"tool":"Bash","input":{"command":"echo sub","description":"s"}},{"text":"Sub finished."}]',
      subagent_type: 'general-purpose',
    },
    tool_response: {
      isAsync: true,
      status: 'async_launched',
      agentId: 'a60230bf7d7e7be7f',
      description: 'Sub work',
      resolvedModel: 'claude-opus-5-5',
      prompt:
        'SUB [{"tool":"Bash","input":{"command":"echo sub","description":"s"}},{"text":"Sub finished."}]',
      outputFile: '/tmp/claude/tasks/a60230bf7d7e7be7f.output',
      canReadOutputFile: true,
      canContinueAgent: true,
    },
    tool_use_id: 'toolu_mock24_0',
    duration_ms: 17,
  },
  'PostToolUse.AskUserQuestion': {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'eaa55cf9-9280-4842-bdb3-cd1d7aaa0c08',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PostToolUse',
    tool_name: 'AskUserQuestion',
    tool_input: {
      questions: [
        {
          question: 'Which db?',
          header: 'DB',
          options: [
            {
              label: 'sqlite',
              description: 'file',
            },
            {
              label: 'pg',
              description: 'server',
            },
          ],
          multiSelect: false,
        },
      ],
      answers: {
        'Which db?': 'sqlite',
      },
      annotations: {},
    },
    tool_response: {
      questions: [
        {
          question: 'Which db?',
          header: 'DB',
          options: [
            {
              label: 'sqlite',
              description: 'file',
            },
            {
              label: 'pg',
              description: 'server',
            },
          ],
          multiSelect: false,
        },
      ],
      answers: {
        'Which db?': 'sqlite',
      },
      annotations: {},
    },
    tool_use_id: 'toolu_mock47_0',
    duration_ms: 1,
  },
  'PostToolUse.Bash': {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'deb7df4a-5437-4fd5-9f97-aa5182f4f78b',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: {
      command: 'echo hello-from-bash',
      description: 'Say hello',
    },
    tool_response: {
      stdout: 'hello-from-bash',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
    },
    tool_use_id: 'toolu_mock2_2',
    duration_ms: 21,
  },
  'PostToolUse.ExitPlanMode': {
    session_id: '80c2e649-a8f1-427a-ad91-5d74d749c95e',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/80c2e649-a8f1-427a-ad91-5d74d749c95e.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'f9998288-21a3-4ffc-ae9e-32ac3d36da1e',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PostToolUse',
    tool_name: 'ExitPlanMode',
    tool_input: {},
    tool_response: {
      plan: null,
      isAgent: false,
      filePath: '/home/dev/.claude/plans/mock-tool-exitplanmode-input-plan-plan-n-spicy-ladybug.md',
    },
    tool_use_id: 'toolu_mock152_0',
    duration_ms: 1,
  },
  'PostToolUse.ToolSearch': {
    session_id: '47c58b33-0aef-40c6-a043-1a1f84c2122c',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/47c58b33-0aef-40c6-a043-1a1f84c2122c.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '3fef3280-f1f3-42a8-9680-d117fd8b9eea',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PostToolUse',
    tool_name: 'ToolSearch',
    tool_input: {
      query: 'select:TaskCreate,TaskUpdate,TodoWrite,AskUserQuestion,ExitPlanMode,EnterPlanMode',
      max_results: 5,
    },
    tool_response: {
      matches: [],
      query: 'select:TaskCreate,TaskUpdate,TodoWrite,AskUserQuestion,ExitPlanMode,EnterPlanMode',
      total_deferred_tools: 11,
    },
    tool_use_id: 'toolu_mock35_0',
    duration_ms: 4,
  },
  'PostToolUse.Write': {
    session_id: '6ddd0038-8993-4b1f-a5b7-421ddbb778f4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/6ddd0038-8993-4b1f-a5b7-421ddbb778f4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '4be72dd3-c9ba-42d5-a0dd-aa032727f064',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: {
      file_path: '/home/dev/project/out.txt',
      content: 'x\n',
    },
    tool_response: {
      type: 'create',
      filePath: '/home/dev/project/out.txt',
      content: 'x\n',
      structuredPatch: [],
      originalFile: null,
      userModified: false,
    },
    tool_use_id: 'toolu_mock6_0',
    duration_ms: 12,
  },
  PostToolUseFailure: {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'deb7df4a-5437-4fd5-9f97-aa5182f4f78b',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_input: {
      command: 'false',
      description: 'fail',
    },
    tool_use_id: 'toolu_mock4_0',
    error: 'Exit code 1',
    is_interrupt: false,
    duration_ms: 7,
  },
  PreCompact: {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '5c964712-db07-4f95-87c3-67e9d8416827',
    hook_event_name: 'PreCompact',
    trigger: 'manual',
    custom_instructions: null,
  },
  PreModelSwitch: {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '54e20415-03fe-4eb7-8d56-e8f3e945fbac',
    hook_event_name: 'PreModelSwitch',
    from_model: 'claude-opus-5-5',
    to_model: 'claude-sonnet-5-5',
    requested_model: 'sonnet',
    source: 'command',
    context_tokens: 1542,
    prompt_cache_warm: true,
    cache_ttl: '5m',
    estimated_cache_write_usd: 0.0039,
    pricing: 'catalog',
  },
  'PreToolUse.Agent': {
    session_id: 'ed1d2175-224d-4ff6-8fc3-083e7a76d2a5',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/ed1d2175-224d-4ff6-8fc3-083e7a76d2a5.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'c912586f-50a1-4a7c-b025-8fbf4c53aa01',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PreToolUse',
    tool_name: 'Agent',
    tool_input: {
      description: 'Sub work',
      prompt:
        'SUB [{"tool":"Bash","input":{"command":"echo sub","description":"s"}},{"text":"Sub finished."}]',
      subagent_type: 'general-purpose',
    },
    tool_use_id: 'toolu_mock24_0',
  },
  'PreToolUse.AskUserQuestion': {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'eaa55cf9-9280-4842-bdb3-cd1d7aaa0c08',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PreToolUse',
    tool_name: 'AskUserQuestion',
    tool_input: {
      questions: [
        {
          question: 'Which db?',
          header: 'DB',
          options: [
            {
              label: 'sqlite',
              description: 'file',
            },
            {
              label: 'pg',
              description: 'server',
            },
          ],
          multiSelect: false,
        },
      ],
    },
    tool_use_id: 'toolu_mock47_0',
  },
  'PreToolUse.Bash': {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'deb7df4a-5437-4fd5-9f97-aa5182f4f78b',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: {
      command: 'echo hello-from-bash',
      description: 'Say hello',
    },
    tool_use_id: 'toolu_mock2_2',
  },
  'PreToolUse.ExitPlanMode': {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '1eabb32a-8db6-428e-86dd-67e414c5e7ce',
    permission_mode: 'plan',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PreToolUse',
    tool_name: 'ExitPlanMode',
    tool_input: {},
    tool_use_id: 'toolu_mock54_0',
  },
  'PreToolUse.ToolSearch': {
    session_id: '47c58b33-0aef-40c6-a043-1a1f84c2122c',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/47c58b33-0aef-40c6-a043-1a1f84c2122c.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '3fef3280-f1f3-42a8-9680-d117fd8b9eea',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PreToolUse',
    tool_name: 'ToolSearch',
    tool_input: {
      query: 'select:TaskCreate,TaskUpdate,TodoWrite,AskUserQuestion,ExitPlanMode,EnterPlanMode',
      max_results: 5,
    },
    tool_use_id: 'toolu_mock35_0',
  },
  'PreToolUse.Write': {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'deb7df4a-5437-4fd5-9f97-aa5182f4f78b',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: {
      file_path: '/home/dev/project/out.txt',
      content: 'x\n',
    },
    tool_use_id: 'toolu_mock3_0',
  },
  'SessionEnd.clear': {
    session_id: 'fec81af3-24b5-4797-8d29-66e350c78fdc',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/fec81af3-24b5-4797-8d29-66e350c78fdc.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '06fa28f4-6c12-41d4-a329-509b3bc6b299',
    hook_event_name: 'SessionEnd',
    reason: 'clear',
  },
  'SessionEnd.other': {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'deb7df4a-5437-4fd5-9f97-aa5182f4f78b',
    hook_event_name: 'SessionEnd',
    reason: 'other',
  },
  'SessionEnd.prompt_input_exit': {
    session_id: '3c28353c-e03b-4d80-bd54-1a6163e5910d',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/3c28353c-e03b-4d80-bd54-1a6163e5910d.jsonl',
    cwd: '/home/dev/project',
    prompt_id: '99c59b3e-a240-4b1d-9b7a-20be10b0fa77',
    hook_event_name: 'SessionEnd',
    reason: 'prompt_input_exit',
  },
  'SessionStart.clear': {
    session_id: '3c28353c-e03b-4d80-bd54-1a6163e5910d',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/3c28353c-e03b-4d80-bd54-1a6163e5910d.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'SessionStart',
    source: 'clear',
  },
  'SessionStart.compact': {
    session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/5f52332f-5ff6-4ba0-ac78-4f8bb0dce079.jsonl',
    cwd: '/home/dev/project/.claude',
    prompt_id: 'dd997f1e-b548-4c69-8c20-f8d9be7b6848',
    hook_event_name: 'SessionStart',
    source: 'compact',
    model: 'claude-sonnet-5-5',
  },
  'SessionStart.startup': {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'SessionStart',
    source: 'startup',
  },
  Stop: {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'deb7df4a-5437-4fd5-9f97-aa5182f4f78b',
    permission_mode: 'default',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'All done.',
    background_tasks: [],
    session_crons: [],
  },
  StopFailure: {
    session_id: 'b3b44e70-2876-49cd-975a-503ce0330aa8',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/b3b44e70-2876-49cd-975a-503ce0330aa8.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'a9e16263-01e6-4561-b6fd-18ff647cf9ba',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'StopFailure',
    error: 'unknown',
    last_assistant_message: 'API Error: 400 mock error',
  },
  SubagentStart: {
    session_id: 'ed1d2175-224d-4ff6-8fc3-083e7a76d2a5',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/ed1d2175-224d-4ff6-8fc3-083e7a76d2a5.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'c912586f-50a1-4a7c-b025-8fbf4c53aa01',
    agent_id: 'a60230bf7d7e7be7f',
    agent_type: 'general-purpose',
    hook_event_name: 'SubagentStart',
  },
  SubagentStop: {
    session_id: 'ed1d2175-224d-4ff6-8fc3-083e7a76d2a5',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/ed1d2175-224d-4ff6-8fc3-083e7a76d2a5.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'c912586f-50a1-4a7c-b025-8fbf4c53aa01',
    permission_mode: 'default',
    agent_id: 'a60230bf7d7e7be7f',
    agent_type: 'general-purpose',
    effort: {
      level: 'medium',
    },
    hook_event_name: 'SubagentStop',
    stop_hook_active: false,
    agent_transcript_path: '/home/dev/.claude/projects/-home-dev-project/subagents/agent.jsonl',
    last_assistant_message: 'Hello from the mock model.',
    background_tasks: [
      {
        id: 'a60230bf7d7e7be7f',
        type: 'subagent',
        status: 'running',
        description: 'Sub work',
        agent_type: 'general-purpose',
      },
    ],
    session_crons: [],
  },
  UserPromptExpansion: {
    session_id: 'fec81af3-24b5-4797-8d29-66e350c78fdc',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/fec81af3-24b5-4797-8d29-66e350c78fdc.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'de1a9cc0-63dc-49af-a6bd-ae3f91426fe6',
    permission_mode: 'default',
    hook_event_name: 'UserPromptExpansion',
    expansion_type: 'slash_command',
    command_name: 'greet',
    command_args: 'Bob',
    command_source: 'projectSettings',
    prompt: '/greet Bob',
  },
  UserPromptSubmit: {
    session_id: '1b31e5ed-2224-4841-872d-3992a3c2ffb4',
    transcript_path:
      '/home/dev/.claude/projects/-home-dev-project/1b31e5ed-2224-4841-872d-3992a3c2ffb4.jsonl',
    cwd: '/home/dev/project',
    prompt_id: 'deb7df4a-5437-4fd5-9f97-aa5182f4f78b',
    permission_mode: 'default',
    hook_event_name: 'UserPromptSubmit',
    prompt:
      'MOCK:[{"thinking":"I should run a command.","text":"Running it.","tool":"Bash","input":{"command":"echo hello-from-bash","description":"Say hello"}},{"tool":"Write","input":{"file_path":"/home/dev/project/out.txt","content":"x\\n"}},{"tool":"Bash","input":{"command":"false","description":"fail"}},{"text":"All done."}]END',
  },
} satisfies Record<string, JsonObject>
