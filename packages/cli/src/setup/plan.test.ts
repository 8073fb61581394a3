import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentSetup, Texts } from './agent-setup.js'
import { AGENTS } from './agents.js'
import { untrusted } from './codex.js'
import { LeftAlone } from './left-alone.js'
import { type Edit, planRemoval, planSetup } from './plan.js'
import type { Surroundings } from './surroundings.js'

const SURROUNDINGS: Surroundings = {
  env: {},
  homeDir: '/home/dev',
  dataDir: "/home/dev/it's a gateway",
  realPath: (path) => `/real${path}`,
  pluginSource: "const DATA_DIR = ''\nexport const x = 1\n",
}
const AGENT_LIST = Object.values(AGENTS)
const HOOKS_JSON =
  '{\n  "description": "mine",\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}\n}\n'

function texts(agent: AgentSetup, ...given: (string | undefined)[]): Texts {
  return new Map(agent.paths(SURROUNDINGS).map((path, index) => [path, given[index]]))
}

/** The texts after the edits. */
function after(before: Texts, edits: readonly Edit[]): Texts {
  const changed = new Map(edits.map(({ path, after }) => [path, after]))
  return new Map([...before].map(([path, text]) => [path, changed.has(path) ? changed.get(path) : text]))
}

/** What is kept beside the files that were changed for the first time. */
function backups(before: Texts, edits: readonly Edit[]): Texts {
  return new Map(
    [...before.keys()].map((path) => [
      path,
      edits.find((edit) => edit.path === path && edit.isFirst)?.before,
    ]),
  )
}

/** Setup, setup again, removal: the texts as they were. */
function expectRoundTrip(agent: AgentSetup, before: Texts): Texts {
  const edits = planSetup(agent, before, SURROUNDINGS)
  const set = after(before, edits)
  expect(edits).not.toEqual([])
  expect(planSetup(agent, set, SURROUNDINGS)).toEqual([])
  const removal = planRemoval(agent, set, backups(before, edits), SURROUNDINGS)
  expect(after(set, removal)).toEqual(before)
  return set
}

describe('where settings are', () => {
  it('is where the agents look', () => {
    expect(AGENT_LIST.flatMap((agent) => agent.paths(SURROUNDINGS))).toEqual([
      '/home/dev/.claude/settings.json',
      '/home/dev/.codex/hooks.json',
      '/home/dev/.codex/config.toml',
      '/home/dev/.gemini/settings.json',
      '/home/dev/.config/opencode/plugin/signalbox.js',
    ])
    const env = { CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x', GEMINI_CLI_HOME: '/g', XDG_CONFIG_HOME: '/d' }
    expect(AGENT_LIST.flatMap((agent) => agent.paths({ ...SURROUNDINGS, env }))).toEqual([
      '/c/settings.json',
      '/x/hooks.json',
      '/x/config.toml',
      '/g/.gemini/settings.json',
      '/d/opencode/plugin/signalbox.js',
    ])
    const own = { ...SURROUNDINGS, env: { OPENCODE_CONFIG_DIR: '/o' } }
    expect(AGENTS.opencode.paths(own)).toEqual(['/o/plugin/signalbox.js'])
  })
})

describe('planSetup and planRemoval', () => {
  it.each(AGENT_LIST.map((agent) => [agent.id, agent] as const))(
    'make and remove the files of %s',
    (_id, agent) => {
      expectRoundTrip(agent, texts(agent))
    },
  )

  it.each([
    ['claude', AGENTS.claude, ['{}']],
    ['claude, hooks that hold nothing', AGENTS.claude, ['{\r\n\t"hooks": { },\r\n\t"model": "x"\r\n}']],
    ['claude, a list that holds nothing', AGENTS.claude, ['{"hooks":{"Stop":[ ]}}']],
    ['claude, nothing in it', AGENTS.claude, ['']],
    ['codex, both files', AGENTS.codex, [HOOKS_JSON, 'notify = ["a"]']],
    ['codex, hooks.json only', AGENTS.codex, ['{}']],
    ['codex, config.toml only', AGENTS.codex, [undefined, '[tui]\n']],
    ['codex, an empty config.toml', AGENTS.codex, [undefined, '']],
    ['gemini, comments', AGENTS.gemini, ['// mine\n{\n  "hooks": {} // none\n}\n']],
  ] as const)('leave nothing behind: %s', (_name, agent, given) => {
    expectRoundTrip(agent, texts(agent, ...given))
  })

  it('leave nothing behind in any JSON settings', () => {
    const hooks = fc.dictionary(
      fc.constantFrom('Stop', 'BeforeTool', 'x'),
      fc.array(fc.constantFrom({}, { hooks: [] }, { hooks: [{ command: 'x' }] }, 1), { maxLength: 2 }),
    )
    const settings = fc
      .tuple(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
        fc.option(hooks, { nil: undefined }),
        fc.constantFrom(0, 2, '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('', '\n', ' '),
      )
      .map(([others, hooks, indent, eol, end]) =>
        (JSON.stringify({ ...others, hooks }, null, indent) + end).replaceAll('\n', eol),
      )
    fc.assert(
      fc.property(settings, fc.constantFrom(AGENTS.claude, AGENTS.gemini), (text, agent) => {
        expectRoundTrip(agent, texts(agent, text))
      }),
      { numRuns: 40 },
    )
  })

  it('take out just ours when something else changed since', () => {
    const before = texts(AGENTS.claude, '{\n  "model": "opus"\n}\n')
    const edits = planSetup(AGENTS.claude, before, SURROUNDINGS)
    const [path = ''] = before.keys()
    const changed = new Map([[path, after(before, edits).get(path)?.replace('opus', 'sonnet')]])
    const [edit] = planRemoval(AGENTS.claude, changed, backups(before, edits), SURROUNDINGS)
    expect(edit?.after).toBe('{\n  "model": "sonnet"\n}\n')
  })

  it('change nothing where nothing of ours is', () => {
    const before = texts(AGENTS.codex, HOOKS_JSON, 'model = "x"\n')
    expect(planRemoval(AGENTS.codex, before, texts(AGENTS.codex, '{}', ''), SURROUNDINGS)).toEqual([])
    expect(
      planRemoval(AGENTS.opencode, texts(AGENTS.opencode), texts(AGENTS.opencode), SURROUNDINGS),
    ).toEqual([])
  })

  it('quote the path of the client for a shell', () => {
    const [edit] = planSetup(AGENTS.claude, texts(AGENTS.claude), SURROUNDINGS)
    const { hooks } = JSON.parse(edit?.after ?? '')
    expect(hooks.Stop[0].hooks[0].command).toBe(
      `'/home/dev/it'\\''s a gateway/bin/signalbox-hook' claude # signalbox 1`,
    )
    expect(hooks.PermissionRequest[0].hooks[0]).toMatchObject({ timeout: 600 })
    expect(hooks).not.toHaveProperty('MessageDisplay')
  })

  it('give Gemini milliseconds and leave out what comes with every piece of an answer', () => {
    const [edit] = planSetup(AGENTS.gemini, texts(AGENTS.gemini), SURROUNDINGS)
    const { hooks } = JSON.parse(edit?.after ?? '')
    expect(hooks.BeforeTool[0].hooks[0]).toMatchObject({ name: 'signalbox', timeout: 10_000 })
    expect(Object.keys(hooks)).not.toEqual(expect.arrayContaining(['AfterModel']))
    expect(AGENTS.gemini.remarks(new Map(), SURROUNDINGS)[0]).toContain('only be observed')
  })

  it('put the hooks of Codex where the person has theirs, and trust them there', () => {
    const inToml = expectRoundTrip(AGENTS.codex, texts(AGENTS.codex, undefined, 'model = "x"\n'))
    const inJson = expectRoundTrip(AGENTS.codex, texts(AGENTS.codex, HOOKS_JSON, 'model = "x"\n'))
    const [hooksPath = '', configPath = ''] = AGENTS.codex.paths(SURROUNDINGS)
    expect(inToml.get(hooksPath)).toBeUndefined()
    expect(inToml.get(configPath)).toContain(`[hooks.state."${configPath}:stop:0:0"]`)
    expect(inJson.get(configPath)).toContain(`[hooks.state."${hooksPath}:stop:1:0"]`)
    expect(inJson.get(configPath)).not.toContain('[[hooks.')
    expect(untrusted(inToml, SURROUNDINGS)).toEqual([])
    expect(untrusted(inJson, SURROUNDINGS)).toEqual([])
    const spoilt = new Map([...inJson].map(([path, text]) => [path, text?.replace('sha256:', 'sha256:0')]))
    expect(untrusted(spoilt, SURROUNDINGS)).toHaveLength(1)
  })

  it('move the hooks of Codex when the person begins a hooks.json', () => {
    const [hooksPath = '', configPath = ''] = AGENTS.codex.paths(SURROUNDINGS)
    const before = texts(AGENTS.codex, undefined, 'model = "x"\n')
    const set = after(before, planSetup(AGENTS.codex, before, SURROUNDINGS))
    const begun = new Map([...set, [hooksPath, HOOKS_JSON]])
    const moved = after(begun, planSetup(AGENTS.codex, begun, SURROUNDINGS))
    expect(moved.get(configPath)).not.toContain('[[hooks.')
    expect(moved.get(hooksPath)).toContain('signalbox-hook')
    expect(untrusted(moved, SURROUNDINGS)).toEqual([])
    const left = after(moved, planRemoval(AGENTS.codex, moved, new Map(), SURROUNDINGS))
    expect(left).toEqual(new Map([...before, [hooksPath, HOOKS_JSON]]))
  })

  it('follow the links of CODEX_HOME in the keys of trust, as Codex does', () => {
    const linked = { ...SURROUNDINGS, env: { CODEX_HOME: '/x' } }
    const [, edit] = [
      ...AGENTS.codex.added(
        new Map([
          ['/x/hooks.json', undefined],
          ['/x/config.toml', ''],
        ]),
        linked,
      ),
    ]
    expect(edit?.[1]).toContain('[hooks.state."/real/x/config.toml:stop:0:0"]')
  })

  it('write the plugin with its data directory, over an older one of ours only', () => {
    const [edit] = planSetup(
      AGENTS.opencode,
      texts(AGENTS.opencode, '// signalbox plugin 0\nold'),
      SURROUNDINGS,
    )
    expect(edit).toMatchObject({ isFirst: false })
    expect(edit?.after).toContain(`const DATA_DIR = "/home/dev/it's a gateway"`)
    for (const plan of [
      () => planSetup(AGENTS.opencode, texts(AGENTS.opencode, 'mine'), SURROUNDINGS),
      () => planRemoval(AGENTS.opencode, texts(AGENTS.opencode, 'mine'), new Map(), SURROUNDINGS),
    ])
      expect(plan).toThrow(
        new LeftAlone(
          '/home/dev/.config/opencode/plugin/signalbox.js is left alone: it is not a plugin that Signalbox wrote.',
        ),
      )
  })

  it.each([
    [
      AGENTS.claude,
      ['{"a": 1,}'],
      '/home/dev/.claude/settings.json is left alone: it is not JSON (line 1, column 9).',
    ],
    [
      AGENTS.gemini,
      ['nothing'],
      '/home/dev/.gemini/settings.json is left alone: it is not JSON (line 1, column 1).',
    ],
    [
      AGENTS.codex,
      ['{', ''],
      '/home/dev/.codex/hooks.json is left alone: it is not JSON (line 1, column 2).',
    ],
    [
      AGENTS.codex,
      [undefined, 'x = '],
      '/home/dev/.codex/config.toml is left alone: it is not TOML (line 1).',
    ],
  ] as const)('name a file that does not parse: $0.id', (agent, given, sentence) => {
    expect(() => planSetup(agent, texts(agent, ...given), SURROUNDINGS)).toThrow(new LeftAlone(sentence))
    expect(() => planRemoval(agent, texts(agent, ...given), new Map(), SURROUNDINGS)).toThrow(
      new LeftAlone(sentence),
    )
  })

  it('tell what keeps an agent from running hooks', () => {
    const obstacles = (agent: AgentSetup, ...given: string[]) =>
      agent.obstacles(texts(agent, ...given), SURROUNDINGS)
    expect(obstacles(AGENTS.claude, '{"disableAllHooks": true}')[0]).toContain('disableAllHooks')
    expect(obstacles(AGENTS.gemini, '{"hooksConfig": {"enabled": false}}')[0]).toContain(
      'hooksConfig.enabled',
    )
    expect(obstacles(AGENTS.codex, '{}', '[features]\nhooks = false\n')[0]).toContain('[features]')
    for (const agent of AGENT_LIST) expect(obstacles(agent)).toEqual([])
  })
})
