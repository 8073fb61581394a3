import type { JsonObject } from '@signalbox/protocol'

/** What opencode 1.18.33 gave its plugin: events of its bus, and of the functions of a plugin both arguments. */
export const OPENCODE_EVENTS = {
  'session.created': {
    id: 'evt_1e0aeaa72001H2eS3tXTWAeAQY',
    type: 'session.created',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      info: {
        id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        slug: 'proud-circuit',
        version: '1.18.33',
        projectID: 'global',
        directory: '/home/dev/project',
        path: 'home/dev/project',
        title: 'lab',
        cost: 0,
        tokens: {
          input: 0,
          output: 0,
          reasoning: 0,
          cache: {
            read: 0,
            write: 0,
          },
        },
        time: {
          created: 1794770905712,
          updated: 1794770905712,
        },
      },
    },
  },
  'session.updated': {
    id: 'evt_1e0aeaae300119fNvf5rR66jn7',
    type: 'session.updated',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      info: {
        id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        slug: 'proud-circuit',
        projectID: 'global',
        directory: '/home/dev/project',
        path: 'home/dev/project',
        title: 'lab',
        agent: 'build',
        model: {
          id: 'mock-1',
          providerID: 'mock',
          variant: 'default',
        },
        version: '1.18.33',
        cost: 0,
        tokens: {
          input: 0,
          output: 0,
          reasoning: 0,
          cache: {
            read: 0,
            write: 0,
          },
        },
        time: {
          created: 1794770905712,
          updated: 1794770905825,
        },
      },
    },
  },
  'chat.message': {
    type: 'chat.message',
    properties: {
      input: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      },
      output: {
        message: {
          id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
          role: 'user',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          time: {
            created: 1794770905825,
          },
          agent: 'build',
          model: {
            providerID: 'mock',
            modelID: 'mock-1',
          },
        },
        parts: [
          {
            type: 'text',
            text: 'MOCK:[{"thinking":"Let me think.","text":"Writing now.","tool":"write","input":{"filePath":"/home/dev/project/a.txt","content":"x"}},{"tool":"bash","input":{"command":"echo hi","description":"d"}},{"tool":"todowrite","input":{"todos":[{"id":"1","content":"A","status":"in_progress","priority":"high"}]}},{"text":"Done one."}]END',
            messageID: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
            sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
            id: 'prt_1e0aeaaeb001MKU1bRRM3QfR43',
          },
        ],
      },
    },
  },
  'message.updated': {
    id: 'evt_1e0aeaaec001tgefoZSyIhf8yr',
    type: 'message.updated',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      info: {
        id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
        role: 'user',
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        time: {
          created: 1794770905825,
        },
        agent: 'build',
        model: {
          providerID: 'mock',
          modelID: 'mock-1',
        },
      },
    },
  },
  'message.part.updated': {
    id: 'evt_1e0aeaf0c001Jp1sd6BZoL6mJ3',
    type: 'message.part.updated',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      part: {
        type: 'text',
        text: 'MOCK:[{"thinking":"Let me think.","text":"Writing now.","tool":"write","input":{"filePath":"/home/dev/project/a.txt","content":"x"}},{"tool":"bash","input":{"command":"echo hi","description":"d"}},{"tool":"todowrite","input":{"todos":[{"id":"1","content":"A","status":"in_progress","priority":"high"}]}},{"text":"Done one."}]END',
        messageID: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        id: 'prt_1e0aeaaeb001MKU1bRRM3QfR43',
      },
      time: 1794770906892,
    },
  },
  'session.status': {
    id: 'evt_1e0aeaf20001tOvQ4uutOizu3H',
    type: 'session.status',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      status: {
        type: 'busy',
      },
    },
  },
  'session.diff': {
    id: 'evt_1e0aeaf750019PPkJG44mcsN4j',
    type: 'session.diff',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      diff: [],
    },
  },
  'plugin.added': {
    id: 'evt_1e0aeafc2001A35wS4DqRwN2WP',
    type: 'plugin.added',
    properties: {
      id: 'core/config-reference',
    },
  },
  'catalog.updated': {
    id: 'evt_1e0aeb0d1001GMEAu6wyNMPSK8',
    type: 'catalog.updated',
    properties: {},
  },
  'reference.updated': {
    id: 'evt_1e0aeb0da001wQs9z7Pe4kOdX2',
    type: 'reference.updated',
    properties: {},
  },
  'integration.updated': {
    id: 'evt_1e0aeb11e001U7er3dKOQFihkY',
    type: 'integration.updated',
    properties: {},
  },
  'message.part.delta': {
    id: 'evt_1e0aeb3c30016ollpwBQbGRu6U',
    type: 'message.part.delta',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      messageID: 'msg_1e0aeaf26001YZWJ7yR9ZrAoEK',
      partID: 'prt_1e0aeb375001cVlMFEtd4Ky9cj',
      field: 'text',
      delta: 'Let ',
    },
  },
  'tool.execute.before': {
    type: 'tool.execute.before',
    properties: {
      input: {
        tool: 'write',
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        callID: 'call_175',
      },
      output: {
        args: {
          filePath: '/home/dev/project/a.txt',
          content: 'x',
        },
      },
    },
  },
  'permission.asked': {
    id: 'evt_1e0aeb3f0002FxcFh8KZ6EQRkO',
    type: 'permission.asked',
    properties: {
      id: 'per_1e0aeb3f0001txT3HZOpHqEYls',
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      permission: 'edit',
      patterns: ['home/dev/project/a.txt'],
      metadata: {
        filepath: '/home/dev/project/a.txt',
        diff: 'Index: /home/dev/project/a.txt\n===================================================================\n--- /home/dev/project/a.txt\n+++ /home/dev/project/a.txt\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n',
      },
      always: ['*'],
      tool: {
        messageID: 'msg_1e0aeaf26001YZWJ7yR9ZrAoEK',
        callID: 'call_175',
      },
    },
  },
  'permission.replied': {
    id: 'evt_1e0aeb526001k45IJf3f7mjd06',
    type: 'permission.replied',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      requestID: 'per_1e0aeb3f0001txT3HZOpHqEYls',
      reply: 'once',
    },
  },
  'file.edited': {
    id: 'evt_1e0aeb52c001P00rcC266vsUlv',
    type: 'file.edited',
    properties: {
      file: '/home/dev/project/a.txt',
    },
  },
  'file.watcher.updated': {
    id: 'evt_1e0aeb52c002i6WysA5lb0KLi2',
    type: 'file.watcher.updated',
    properties: {
      file: '/home/dev/project/a.txt',
      event: 'add',
    },
  },
  'tool.execute.after': {
    type: 'tool.execute.after',
    properties: {
      input: {
        tool: 'write',
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        callID: 'call_175',
        args: {
          filePath: '/home/dev/project/a.txt',
          content: 'x',
        },
      },
      output: {
        title: 'home/dev/project/a.txt',
        metadata: {
          diagnostics: {},
          filepath: '/home/dev/project/a.txt',
          exists: false,
          truncated: false,
        },
        output: 'Wrote file successfully.',
      },
    },
  },
  'todo.updated': {
    id: 'evt_1e0aeb7fc001f49r4MO2zmY3vr',
    type: 'todo.updated',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      todos: [
        {
          content: 'A',
          status: 'in_progress',
          priority: 'high',
        },
      ],
    },
  },
  'session.idle': {
    id: 'evt_1e0aeb878002JfSigAGRPsHptg',
    type: 'session.idle',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    },
  },
  'session.error': {
    id: 'evt_1e0aebea8001lk79xyrN3vsgWJ',
    type: 'session.error',
    properties: {
      sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      error: {
        name: 'MessageAbortedError',
        data: {
          message: 'Aborted',
        },
      },
    },
  },
} satisfies Record<string, JsonObject>
