import type { JsonObject } from '@signalbox/protocol'

/** What opencode 1.18.33 did in three turns (with permissions, stopped, steered), as its plugin posts it. */
export const OPENCODE_RUN: readonly JsonObject[] = [
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aeaa72001H2eS3tXTWAeAQY',
      type: 'session.created',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        info: {
          id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          title: 'lab',
          directory: '/home/dev/project',
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      type: 'chat.message',
      properties: {
        input: {
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        },
        output: {
          message: {
            id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
            role: 'user',
          },
          parts: [
            {
              type: 'text',
              text: 'MOCK:[{"thinking":"Let me think.","text":"Writing now.","tool":"write","input":{"filePath":"/home/dev/project/a.txt","content":"x"}},{"tool":"bash","input":{"command":"echo hi","description":"d"}},{"tool":"todowrite","input":{"todos":[{"id":"1","content":"A","status":"in_progress","priority":"high"}]}},{"text":"Done one."}]END',
            },
          ],
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
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
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aeb3ea001X3ZoJOjICqftaY',
      type: 'message.part.updated',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        part: {
          id: 'prt_1e0aeb3cf001bnlEpaNLpFGihQ',
          messageID: 'msg_1e0aeaf26001YZWJ7yR9ZrAoEK',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          type: 'text',
          text: 'Writing now.',
          time: {
            start: 1794770908111,
            end: 1794770908138,
          },
        },
        time: 1794770908138,
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
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
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aeb526001k45IJf3f7mjd06',
      type: 'permission.replied',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        requestID: 'per_1e0aeb3f0001txT3HZOpHqEYls',
        reply: 'once',
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
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
          output: 'Wrote file successfully.',
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      type: 'tool.execute.before',
      properties: {
        input: {
          tool: 'bash',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          callID: 'call_176',
        },
        output: {
          args: {
            command: 'echo hi',
            description: 'd',
          },
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aeb5ee0019zTrMhV0MIqYt1',
      type: 'permission.asked',
      properties: {
        id: 'per_1e0aeb5ed0013MfjAOYkXJKmIV',
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        permission: 'bash',
        patterns: ['echo hi'],
        metadata: {
          command: 'echo hi',
        },
        always: ['echo *'],
        tool: {
          messageID: 'msg_1e0aeb556001wTLBNazJhjyT8G',
          callID: 'call_176',
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aeb72200165Qk6Pf4hUszuS',
      type: 'permission.replied',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        requestID: 'per_1e0aeb5ed0013MfjAOYkXJKmIV',
        reply: 'once',
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      type: 'tool.execute.after',
      properties: {
        input: {
          tool: 'bash',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          callID: 'call_176',
          args: {
            command: 'echo hi',
            description: 'd',
          },
        },
        output: {
          title: 'echo hi',
          output: 'hi\n',
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
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
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      type: 'tool.execute.before',
      properties: {
        input: {
          tool: 'todowrite',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          callID: 'call_177',
        },
        output: {
          args: {
            todos: [
              {
                id: '1',
                content: 'A',
                status: 'in_progress',
                priority: 'high',
              },
            ],
          },
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      type: 'tool.execute.after',
      properties: {
        input: {
          tool: 'todowrite',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          callID: 'call_177',
          args: {
            todos: [
              {
                id: '1',
                content: 'A',
                status: 'in_progress',
                priority: 'high',
              },
            ],
          },
        },
        output: {
          title: '1 todos',
          output: '[\n  {\n    "content": "A",\n    "status": "in_progress",\n    "priority": "high"\n  }\n]',
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aeb857001uPe9WGcOwK91RE',
      type: 'message.part.updated',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        part: {
          id: 'prt_1e0aeb850001SYtb623fh656BE',
          messageID: 'msg_1e0aeb816001JW1k6Wu401nvhv',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          type: 'text',
          text: 'Done one.',
          time: {
            start: 1794770909264,
            end: 1794770909270,
          },
        },
        time: 1794770909271,
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeaae10019Cjq5KSzXFZVUa',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aeb878002JfSigAGRPsHptg',
      type: 'session.idle',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeb8bd001N88mH2CUOurL7h',
    directory: '/home/dev/project',
    event: {
      type: 'chat.message',
      properties: {
        input: {
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        },
        output: {
          message: {
            id: 'msg_1e0aeb8bd001N88mH2CUOurL7h',
            role: 'user',
          },
          parts: [
            {
              type: 'text',
              text: 'MOCK:[{"text":"aa bb cc dd ee ff gg hh ii jj","slow":300}]END',
            },
          ],
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeb8bd001N88mH2CUOurL7h',
    directory: '/home/dev/project',
    event: {
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
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeb8bd001N88mH2CUOurL7h',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aebead0015Y7J3lBllw8YN6',
      type: 'session.idle',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeb8bd001N88mH2CUOurL7h',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aebead002CgdWOkWwTvZyJ3',
      type: 'message.part.updated',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        part: {
          id: 'prt_1e0aeb929001slvTwDP0MSXnvW',
          messageID: 'msg_1e0aeb8cc001pEYVoeQC3eRtRS',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          type: 'text',
          text: 'aa bb cc dd ee ',
          time: {
            start: 1794770909482,
            end: 1794770910893,
          },
        },
        time: 1794770910893,
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aeb8bd001N88mH2CUOurL7h',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aebeb7002Ro1AmAVBRIhwVp',
      type: 'session.idle',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aebef00019ghVUlurGKobW6',
    directory: '/home/dev/project',
    event: {
      type: 'chat.message',
      properties: {
        input: {
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        },
        output: {
          message: {
            id: 'msg_1e0aebef00019ghVUlurGKobW6',
            role: 'user',
          },
          parts: [
            {
              type: 'text',
              text: 'MOCK:[{"tool":"bash","input":{"command":"sleep 2; echo s","description":"d"}},{"text":"after tool"}]END',
            },
          ],
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aebef00019ghVUlurGKobW6',
    directory: '/home/dev/project',
    event: {
      type: 'tool.execute.before',
      properties: {
        input: {
          tool: 'bash',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          callID: 'call_180',
        },
        output: {
          args: {
            command: 'sleep 2; echo s',
            description: 'd',
          },
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aebef00019ghVUlurGKobW6',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aebf450013QcMYk2PtSRw8g',
      type: 'permission.asked',
      properties: {
        id: 'per_1e0aebf42001sGhi1BmfHADa96',
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        permission: 'bash',
        patterns: ['sleep 2', 'echo s'],
        metadata: {
          command: 'sleep 2; echo s',
        },
        always: ['sleep *', 'echo *'],
        tool: {
          messageID: 'msg_1e0aebeff001RUTBjkubVzM33f',
          callID: 'call_180',
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aebef00019ghVUlurGKobW6',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aec07d001JdAUs4sCWDWfbA',
      type: 'permission.replied',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        requestID: 'per_1e0aebf42001sGhi1BmfHADa96',
        reply: 'once',
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aebef00019ghVUlurGKobW6',
    directory: '/home/dev/project',
    event: {
      type: 'chat.message',
      properties: {
        input: {
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        },
        output: {
          message: {
            id: 'msg_1e0aec4110018S951Hp4bXJrYH',
            role: 'user',
          },
          parts: [
            {
              type: 'text',
              text: 'STEER also check docs',
            },
          ],
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aebef00019ghVUlurGKobW6',
    directory: '/home/dev/project',
    event: {
      type: 'tool.execute.after',
      properties: {
        input: {
          tool: 'bash',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          callID: 'call_180',
          args: {
            command: 'sleep 2; echo s',
            description: 'd',
          },
        },
        output: {
          title: 'sleep 2; echo s',
          output: 's\n',
        },
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aebef00019ghVUlurGKobW6',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aec8df0017OqpBKeaYkks6x',
      type: 'message.part.updated',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
        part: {
          id: 'prt_1e0aec8dc001VRK1BHHCNKqrGa',
          messageID: 'msg_1e0aec87d001OHUswYVGySvfPg',
          sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
          type: 'text',
          text: 'after tool',
          time: {
            start: 1794770913500,
            end: 1794770913503,
          },
        },
        time: 1794770913503,
      },
    },
  },
  {
    session_id: 'ses_e1f51558fffeHMvBXqUkGbscRk',
    turn_id: 'msg_1e0aebef00019ghVUlurGKobW6',
    directory: '/home/dev/project',
    event: {
      id: 'evt_1e0aec8f0002Bc9eWLcY72i22B',
      type: 'session.idle',
      properties: {
        sessionID: 'ses_e1f51558fffeHMvBXqUkGbscRk',
      },
    },
  },
]
