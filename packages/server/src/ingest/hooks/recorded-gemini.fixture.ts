import type { JsonObject } from '@signalbox/protocol'

/** Payloads as Gemini CLI 0.61.0 gave them to its hooks. */
export const GEMINI_PAYLOADS = {
  SessionStart: {
    session_id: 'fe739440-387d-40ad-8ca4-564caa214fb8',
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'SessionStart',
    timestamp: '2026-11-15T19:17:16.190Z',
    source: 'startup',
  },
  BeforeAgent: {
    session_id: 'fe739440-387d-40ad-8ca4-564caa214fb8',
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'BeforeAgent',
    timestamp: '2026-11-15T19:17:20.060Z',
    prompt:
      'MOCK:[{"text":"Writing now.","tool":"write_file","input":{"file_path":"/home/dev/project/tui.txt","content":"x"}},{"text":"Done one."}]END',
  },
  PreCompress: {
    session_id: 'fe739440-387d-40ad-8ca4-564caa214fb8',
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'PreCompress',
    timestamp: '2026-11-15T19:17:20.107Z',
    trigger: 'auto',
  },
  BeforeModel: {
    session_id: 'fe739440-387d-40ad-8ca4-564caa214fb8',
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'BeforeModel',
    timestamp: '2026-11-15T19:17:20.168Z',
    llm_request: {
      model: 'gemini-3.1-pro-preview',
      messages: [
        {
          role: 'user',
          content: '<session_context>…',
        },
      ],
      config: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
      },
    },
  },
  BeforeToolSelection: {
    session_id: 'fe739440-387d-40ad-8ca4-564caa214fb8',
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'BeforeToolSelection',
    timestamp: '2026-11-15T19:17:20.213Z',
    llm_request: {
      model: 'gemini-3.1-pro-preview',
      messages: [
        {
          role: 'user',
          content: '<session_context>…',
        },
      ],
      config: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
      },
    },
  },
  AfterModel: {
    session_id: 'fe739440-387d-40ad-8ca4-564caa214fb8',
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'AfterModel',
    timestamp: '2026-11-15T19:17:20.270Z',
    llm_request: {
      model: 'gemini-3.1-pro-preview',
      messages: [
        {
          role: 'user',
          content: '<session_context>…',
        },
      ],
      config: {
        temperature: 1,
        topP: 0.95,
        topK: 64,
      },
    },
    llm_response: {
      text: 'Writing ',
      candidates: [
        {
          content: {
            role: 'model',
            parts: ['Writing '],
          },
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: 1200,
        candidatesTokenCount: 42,
        totalTokenCount: 1242,
      },
    },
  },
  BeforeTool: {
    session_id: 'fe739440-387d-40ad-8ca4-564caa214fb8',
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'BeforeTool',
    timestamp: '2026-11-15T19:17:20.678Z',
    tool_name: 'write_file',
    tool_input: {
      file_path: '/home/dev/project/tui.txt',
      content: 'x',
    },
  },
  Notification: {
    session_id: 'fe739440-387d-40ad-8ca4-564caa214fb8',
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'Notification',
    timestamp: '2026-11-15T19:17:20.822Z',
    notification_type: 'ToolPermission',
    message: 'Tool Confirm Write: tui.txt requires editing',
    details: {
      type: 'edit',
      title: 'Confirm Write: tui.txt',
      fileName: 'tui.txt',
      filePath: '/home/dev/project/tui.txt',
      fileDiff:
        'Index: tui.txt\n===================================================================\n--- tui.txt\tCurrent\n+++ tui.txt\tProposed\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n',
      originalContent: '',
      newContent: 'x',
    },
  },
  AfterTool: {
    session_id: 'fe739440-387d-40ad-8ca4-564caa214fb8',
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'AfterTool',
    timestamp: '2026-11-15T19:17:25.325Z',
    tool_name: 'write_file',
    tool_input: {
      file_path: '/home/dev/project/tui.txt',
      content: 'x',
    },
    tool_response: {
      llmContent:
        'Successfully created and wrote to new file: /home/dev/project/tui.txt. Here is the updated code:\nx',
      returnDisplay: {
        fileDiff:
          'Index: tui.txt\n===================================================================\n--- tui.txt\tOriginal\n+++ tui.txt\tWritten\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n',
        fileName: 'tui.txt',
        filePath: '/home/dev/project/tui.txt',
        originalContent: '',
        newContent: 'x',
        diffStat: {
          model_added_lines: 1,
          model_removed_lines: 0,
          model_added_chars: 1,
          model_removed_chars: 0,
          user_added_lines: 0,
          user_removed_lines: 0,
          user_added_chars: 0,
          user_removed_chars: 0,
        },
        isNewFile: true,
        isBuildFile: false,
      },
    },
  },
  AfterAgent: {
    session_id: 'fe739440-387d-40ad-8ca4-564caa214fb8',
    transcript_path: '/home/dev/.gemini/tmp/project/chats/session.jsonl',
    cwd: '/home/dev/project',
    hook_event_name: 'AfterAgent',
    timestamp: '2026-11-15T19:17:25.609Z',
    prompt:
      'MOCK:[{"text":"Writing now.","tool":"write_file","input":{"file_path":"/home/dev/project/tui.txt","content":"x"}},{"text":"Done one."}]END',
    prompt_response: 'Writing now. now. \nDone one. one.',
    stop_hook_active: false,
  },
} satisfies Record<string, JsonObject>
