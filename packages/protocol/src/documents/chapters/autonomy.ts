import { AUTONOMY_PROFILES, TOOL_KINDS } from '../../registry/shapes.js'
import {
  AUTONOMY_RULES,
  MAX_REMEMBERED,
  QUESTION_RULES,
  REMEMBERED_BY_TOOL,
  TOOL_NAMES,
} from '../../session/autonomy.js'
import { type Chapter, code, codes } from '../chapter.js'

/** What an agent may do without asking, and how its tools are told apart. */
export function autonomyChapter(): Chapter {
  return {
    id: 'autonomy',
    title: 'Autonomy',
    blocks: [
      {
        kind: 'text',
        text:
          'How much an agent that Signalbox started may do without asking; an agent in a terminal of its own is never ' +
          `decided for. ${code('set_autonomy_profile')} chooses the profile, ${code('ask_every_time')} is where every ` +
          `session begins. What a rule approves is told all the same: ${code('permission_requested')}, and at once ` +
          `${code('approval_resolved')} with the ${code('rule')}; nobody's attention is asked for.`,
      },
      {
        kind: 'table',
        head: ['the agent wants to', ...AUTONOMY_PROFILES.map(code)],
        rows: [
          ...TOOL_KINDS.map((kind) => [
            code(kind),
            ...AUTONOMY_PROFILES.map((profile) => AUTONOMY_RULES[profile][kind]),
          ]),
          ['ask a question', ...AUTONOMY_PROFILES.map((profile) => QUESTION_RULES[profile])],
        ],
      },
      {
        kind: 'text',
        text:
          `An answer with ${code('remember: true')} holds for next time (rule ${code('remembered')}), before any rule ` +
          `above: where it is about ${codes(REMEMBERED_BY_TOOL)} for the same tool, otherwise only for the same tool, ` +
          `description and arguments. The last ${MAX_REMEMBERED} of a session are kept; setting ` +
          `${code('ask_every_time')} forgets them.`,
      },
    ],
    sections: [
      {
        id: 'tool-kinds',
        title: 'Kinds of tools',
        blocks: [
          {
            kind: 'text',
            text:
              `A request may say its ${code('toolKind')}; the name of the tool tells it too, in small or large letters. ` +
              `Where both do, the riskier counts; where neither does, it is ${code('other')}.`,
          },
          {
            kind: 'table',
            head: ['kind', 'tools'],
            rows: TOOL_KINDS.map((kind) => [code(kind), codes(TOOL_NAMES[kind])]),
          },
        ],
      },
    ],
  }
}
