import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hookCommand, isOurCommand, shellWord } from './hook-command.js'
import { type Hooks, hookPlaces, withHooks, withoutHooks } from './hook-settings.js'
import { JsonTextError } from './json-text.js'
import { LeftAlone } from './left-alone.js'

const COMMAND = hookCommand('/home/dev/.signalbox/bin/signalbox-hook', 'claude')
const ours = (timeout = 10) => ({ hooks: [{ type: 'command', command: COMMAND, timeout }] as const })
const HOOKS: Hooks = { SessionStart: ours(), PermissionRequest: ours(600), Stop: ours() }

const FOREIGN = `{
  "model": "opus",
  "hooks": {
    "Stop": [
      {
        "hooks": [
          { "type": "command", "command": "say 'done'" }
        ]
      }
    ],
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard.sh" }] }
    ]
  },
  "permissions": { "allow": ["Bash(npm test:*)"] }
}
`

describe('withHooks and withoutHooks', () => {
  it('adds after what others have, and takes out nothing but ours', () => {
    const after = withHooks(FOREIGN, HOOKS)
    const before = JSON.parse(FOREIGN)
    expect(JSON.parse(after)).toEqual({
      ...before,
      hooks: {
        Stop: [...before.hooks.Stop, ours()],
        PreToolUse: before.hooks.PreToolUse,
        SessionStart: [ours()],
        PermissionRequest: [ours(600)],
      },
    })
    expect(withHooks(after, HOOKS)).toBe(after)
    expect(withoutHooks(after)).toBe(FOREIGN)
  })

  it.each([
    ['lines and spaces', '{\n  "a": 1\n}\n'],
    ['tabs', '{\n\t"a": {\n\t\t"b": []\n\t}\n}'],
    ['carriage returns', '{\r\n  "a": 1,\r\n  "b": [1, 2]\r\n}\r\n'],
    ['one line', '{"a":1,"b":{"hooks":1}}'],
    ['a byte order mark and no last break', '\ufeff{\n    "a": 1\n}'],
    ['foreign hooks', FOREIGN],
    ['foreign hooks on one line', '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]}}'],
  ])('is undone byte for byte with %s', (_name, text) => {
    const after = withHooks(text, HOOKS)
    expect(hookPlaces(after)).toHaveLength(3)
    expect(withHooks(after, HOOKS)).toBe(after)
    expect(withoutHooks(after)).toBe(text)
  })

  it('keeps comments, where they are allowed', () => {
    const text = '{\n  // mine\n  "a": 1, // one\n  "hooks": { /* none, yet */ }\n}\n'
    const after = withHooks(text, HOOKS, { comments: true })
    expect(after).toContain('// mine\n  "a": 1, // one')
    expect(after).toContain('/* none, yet */')
    expect(withHooks(after, HOOKS, { comments: true })).toBe(after)
    expect(() => withHooks(text, HOOKS)).toThrow(JsonTextError)
  })

  it('knows ours when the agent wrote its settings anew', () => {
    const anew = (text: string) => JSON.stringify(JSON.parse(text), null, 4)
    const after = anew(withHooks(FOREIGN, HOOKS))
    expect(withHooks(after, HOOKS)).toBe(after)
    expect(withoutHooks(after)).toBe(anew(FOREIGN))
  })

  it('fills a file that is empty', () => {
    for (const text of ['', ' \n', '\ufeff']) {
      const after = withHooks(text, HOOKS)
      expect(JSON.parse(after).hooks.Stop).toEqual([ours()])
      expect(after.split('\n')).toHaveLength(8)
    }
    expect(withoutHooks('')).toBe('')
  })

  it('brings older forms of ours up to date where they stand, each once', () => {
    const old = `{
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "/old/bin/signalbox-hook claude" }] },
      { "matcher": "x", "hooks": [{ "type": "command", "command": "mine" }] }
    ],
    "SessionStart": [
      { "hooks": [{ "type": "command", "command": "mine" }, { "type": "command", "command": "'/a b/signalbox-hook.mjs' claude" }] },
      { "hooks": [{ "type": "command", "command": "signalbox hook claude" }] }
    ],
    "MessageDisplay": [{ "hooks": [{ "type": "command", "command": "/old/bin/signalbox-hook claude" }] }]
  }
}`
    const after = withHooks(old, HOOKS)
    expect(JSON.parse(after).hooks).toEqual({
      Stop: [ours(), { matcher: 'x', hooks: [{ type: 'command', command: 'mine' }] }],
      SessionStart: [{ hooks: [{ type: 'command', command: 'mine' }, ours().hooks[0]] }],
      PermissionRequest: [ours(600)],
    })
    expect(withHooks(after, HOOKS)).toBe(after)
    expect(JSON.parse(withoutHooks(after)).hooks).toEqual({
      Stop: [{ matcher: 'x', hooks: [{ type: 'command', command: 'mine' }] }],
      SessionStart: [{ hooks: [{ type: 'command', command: 'mine' }] }],
    })
  })

  it.each([
    ['[]', 'it does not hold a JSON object'],
    ['{"hooks": []}', '"hooks" in it is not an object'],
    ['{"hooks": {"Stop": {}}}', '"hooks.Stop" in it is not a list'],
  ])('leaves %s alone', (text, sentence) => {
    expect(() => withHooks(text, HOOKS)).toThrow(new LeftAlone(sentence))
  })

  it('says where ours are', () => {
    const [place] = hookPlaces(withHooks(FOREIGN, { Stop: ours() }))
    expect(place).toEqual({ event: 'Stop', group: 1, handler: 0, value: ours().hooks[0], matcher: undefined })
    expect(hookPlaces('')).toEqual([])
  })

  it('leaves everything else of any settings as it was', () => {
    const handler = fc.record({ type: fc.constant('command'), command: fc.string() })
    const group = fc.record({
      matcher: fc.string(),
      hooks: fc.array(handler, { minLength: 1, maxLength: 3 }),
    })
    const events = fc.dictionary(
      fc.constantFrom('Stop', 'SessionStart', 'PreToolUse', 'Odd'),
      fc.array(group, { minLength: 1, maxLength: 3 }),
      { minKeys: 1 },
    )
    const settings = fc
      .tuple(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
        fc.option(events, { nil: undefined }),
        fc.constantFrom(0, 2, '\t'),
      )
      .map(([others, hooks, indent]) =>
        JSON.stringify(hooks ? { ...others, hooks } : { ...others, hooks: undefined, a: 1 }, null, indent),
      )
    fc.assert(
      fc.property(settings, (text) => {
        const after = withHooks(text, HOOKS)
        expect(
          hookPlaces(after)
            .map(({ event }) => event)
            .sort(),
        ).toEqual(Object.keys(HOOKS).sort())
        expect(withHooks(after, HOOKS)).toBe(after)
        expect(withoutHooks(after)).toBe(text)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the command of a hook', () => {
  it('survives a shell whatever the path holds', () => {
    expect(shellWord('/home/dev/.signalbox/bin/signalbox-hook')).toBe(
      '/home/dev/.signalbox/bin/signalbox-hook',
    )
    expect(shellWord("/tmp/it's a $HOME/x")).toBe(`'/tmp/it'\\''s a $HOME/x'`)
    expect(shellWord('')).toBe("''")
  })

  it.each([
    [COMMAND, true],
    [hookCommand("/tmp/o'neil dir/bin/signalbox-hook", 'codex'), true],
    ['"C:\\x\\signalbox-hook.mjs" gemini', true],
    ['signalbox hook codex', true],
    ['echo signalbox-hook', false],
    ['/usr/bin/my-signalbox-hook claude', false],
    ['signalbox tail', false],
    [undefined, false],
  ])('knows %j: %s', (command, isOurs) => {
    expect(isOurCommand(command)).toBe(isOurs)
  })
})
