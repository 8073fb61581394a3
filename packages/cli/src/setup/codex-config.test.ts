import fc from 'fast-check'
import { stringify } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { type CodexConfig, withCodexConfig, withoutCodexConfig } from './codex-config.js'
import { hasTelemetry } from './codex-tables.js'
import { trustHash } from './codex-trust.js'
import { LeftAlone } from './left-alone.js'
import { tomlValues } from './toml-text.js'

const CLIENT = '/home/dev/.signalbox/bin/signalbox-hook'
const COMMAND = `${CLIENT} codex # signalbox 1`
const PATH = '/home/dev/.codex/config.toml'
const WANTED: CodexConfig = {
  client: CLIENT,
  path: PATH,
  hooks: [
    { event: 'SessionStart', command: COMMAND, timeout: 10 },
    { event: 'Stop', command: COMMAND, timeout: 10 },
  ],
  trust: [],
}
const STOP_HASH = trustHash({ event: 'Stop', command: COMMAND, timeout: 10 })
const group = { hooks: [{ type: 'command', command: COMMAND, timeout: 10 }] }

const PERSONAL = `# my settings
model = "gpt-5.5"     # the good one
approval_policy = "on-request"

# tells me
notify = [
  "/usr/local/bin/ding",  # a bell
  "--loud",
]

[features]
hooks = true

[[hooks.Stop]]
[[hooks.Stop.hooks]]
type = "command"
command = "say done"

[hooks.state."${PATH}:stop:0:0"]
trusted_hash = "sha256:0123"

[projects."/home/dev/p"]
trust_level = "trusted"
`

describe('withCodexConfig', () => {
  it('says what Codex should know, after what is there', () => {
    const after = withCodexConfig(PERSONAL, WANTED)
    const before = tomlValues(PERSONAL) as { hooks: { Stop: unknown[]; state: object } }
    expect(tomlValues(after)).toEqual({
      ...before,
      notify: [CLIENT, 'codex-notify', '--', '/usr/local/bin/ding', '--loud'],
      hooks: {
        Stop: [...before.hooks.Stop, group],
        SessionStart: [group],
        state: {
          ...before.hooks.state,
          [`${PATH}:stop:1:0`]: { trusted_hash: STOP_HASH },
          [`${PATH}:session_start:0:0`]: {
            trusted_hash: trustHash({ event: 'SessionStart', command: COMMAND, timeout: 10 }),
          },
        },
      },
    })
    expect(after).toContain('model = "gpt-5.5"     # the good one')
    expect(withCodexConfig(after, WANTED)).toBe(after)
    expect(withoutCodexConfig(after)).toBe(PERSONAL)
  })

  it.each([
    ['nothing', ''],
    ['a comment', '# mine'],
    ['one line without a break', 'model = "x"'],
    ['a notify without a break', 'notify = ["a"]'],
    ['an empty notify', 'notify = []\nmodel = "x"\n'],
    ['a quoted notify', '"notify" = [\'C:\\a b\', "it\'s"] # mine\n'],
    ['tables only', '[tui]\nnotifications = true\n'],
    ['carriage returns', 'model = "x"\r\nnotify = [\r\n  "a",\r\n]\r\n\r\n[tui]\r\nx = 1\r\n'],
    ['a byte order mark', '\ufeffmodel = "x"\n'],
    ['blank lines at both ends', '\n\nmodel = "x"\n\n\n'],
    ['a notify of another table', '[profiles.x]\nnotify = ["a"]\n'],
  ])('is undone byte for byte with %s', (_name, text) => {
    const after = withCodexConfig(text, WANTED)
    expect(tomlValues(after)).toMatchObject({ hooks: { Stop: [group], SessionStart: [group] } })
    expect(withCodexConfig(after, WANTED)).toBe(after)
    expect(withoutCodexConfig(after)).toBe(text)
  })

  it('is undone byte for byte with any settings', () => {
    const values = fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== 'notify' && key !== 'hooks' && key !== '__proto__'),
      fc.oneof(fc.string(), fc.integer(), fc.array(fc.boolean()), fc.dictionary(fc.string(), fc.string())),
    )
    const texts = fc
      .tuple(
        values,
        fc.option(fc.array(fc.string())),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('', '\n', '# end'),
      )
      .map(([value, notify, eol, end]) =>
        `${stringify(notify ? { notify, ...value } : value)}${end}`.replaceAll('\n', eol),
      )
    fc.assert(
      fc.property(texts, (text) => {
        const after = withCodexConfig(text, WANTED)
        expect(withCodexConfig(after, WANTED)).toBe(after)
        expect(withoutCodexConfig(after)).toBe(text)
      }),
      { numRuns: 40 },
    )
  })

  it('brings an older form up to date', () => {
    const old = withCodexConfig(PERSONAL, {
      ...WANTED,
      client: '/old/bin/signalbox-hook',
      hooks: [{ event: 'PreToolUse', command: '/old/bin/signalbox-hook codex', timeout: 5 }],
    }).replaceAll('>>> signalbox 1', '>>> signalbox 0')
    expect(withCodexConfig(old, WANTED)).toBe(withCodexConfig(PERSONAL, WANTED))
    expect(withoutCodexConfig(old)).toBe(PERSONAL)
  })

  it('keeps what Codex wrote among ours, and leaves ours where it put them', () => {
    const after = withCodexConfig(PERSONAL, WANTED)
    const project = '[projects."/home/dev/q"]\ntrust_level = "trusted"\n'
    const moved = after.replace('# <<< signalbox hooks', `${project}# <<< signalbox hooks`)
    expect(withCodexConfig(moved, WANTED)).toBe(moved)
    expect(withoutCodexConfig(moved)).toBe(PERSONAL + project)
  })

  it('keeps a notify program somebody wrote in the place of ours', () => {
    const after = withCodexConfig('notify = ["a"]\n', WANTED)
    const changed = after.replace(/^notify = .*$/m, 'notify = ["b"]')
    expect(tomlValues(withoutCodexConfig(changed)).notify).toEqual(['b'])
  })

  it('never calls itself', () => {
    const text = `notify = ["${CLIENT}", "codex-notify", "--", "ding"]\n`
    expect(tomlValues(withCodexConfig(text, WANTED)).notify).toEqual([CLIENT, 'codex-notify', '--', 'ding'])
  })

  it('trusts the hooks of another file, and puts back the hash it had to replace', () => {
    const key = '/home/dev/.codex/hooks.json:stop:0:0'
    const wanted = { ...WANTED, hooks: [], trust: [{ key, hash: 'sha256:new' }] }
    const stale = `[hooks.state.'${key}']\ntrusted_hash = "sha256:old" # before\nenabled = true\n`
    const after = withCodexConfig(stale, wanted)
    expect(tomlValues(after).hooks).toEqual({
      state: { [key]: { trusted_hash: 'sha256:new', enabled: true } },
    })
    expect(withCodexConfig(after, wanted)).toBe(after)
    expect(withoutCodexConfig(after)).toBe(stale)
    const same = stale.replace('old', 'new')
    expect(tomlValues(withCodexConfig(same, wanted)).hooks).toEqual(tomlValues(same).hooks)
  })

  it('sends telemetry only when told to', () => {
    const telemetry = { endpoint: 'http://127.0.0.1:8080/v1/logs', token: 'secret' }
    const after = withCodexConfig(PERSONAL, { ...WANTED, telemetry })
    expect(hasTelemetry(after)).toBe(true)
    expect(hasTelemetry(withCodexConfig(PERSONAL, WANTED))).toBe(false)
    expect(tomlValues(after).otel).toEqual({
      exporter: {
        'otlp-http': {
          endpoint: telemetry.endpoint,
          protocol: 'json',
          headers: { authorization: 'Bearer secret' },
        },
      },
    })
    expect(withoutCodexConfig(after)).toBe(PERSONAL)
    expect(() => withCodexConfig('[otel]\nexporter = "none"\n', { ...WANTED, telemetry })).toThrow(
      '--telemetry',
    )
  })

  it.each([
    ['model = \n', /^it is not TOML \(line 1\)$/],
    ['a = 1\na = 2\n', /^it is not TOML/],
    ['notify = "ding"\n', /"notify" in it is not a list of words/],
    ['hooks = { Stop = [] }\n', /allow no further ones/],
  ])('leaves %j alone', (text, sentence) => {
    expect(() => withCodexConfig(text, WANTED)).toThrow(LeftAlone)
    expect(() => withCodexConfig(text, WANTED)).toThrow(sentence)
  })
})
