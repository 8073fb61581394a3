import { describe, expect, it } from 'vitest'
import { isLoopback } from './config/loopback.js'
import { UsageError } from './config/usage-error.js'
import { type ConfigSources, resolveConfig } from './config.js'

function resolveWith(sources: Partial<ConfigSources> & { files?: Record<string, unknown> } = {}) {
  const { files = {} } = sources
  return resolveConfig({
    flags: {},
    env: {},
    homeDir: '/home/ada',
    readFile: (path) => {
      const content = files[path]
      return content === undefined || typeof content === 'string' ? content : JSON.stringify(content)
    },
    ...sources,
  })
}

function complaint(sources: Parameters<typeof resolveWith>[0]): string {
  try {
    resolveWith(sources)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as Error).message
  }
  throw new Error('nothing was complained about')
}

const FILE = '/home/ada/.signalbox/config.json'

describe('precedence', () => {
  it('has defaults', () => {
    expect(resolveWith()).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataDir: '/home/ada/.signalbox',
      dev: false,
      strict: false,
      restored: false,
      allowedHosts: [],
      agents: {},
      agentSilenceMs: 1_800_000,
      requestExpiryMs: 86_400_000,
      staleAfterMs: 1_800_000,
      deliveryWaitMs: 300_000,
      hold: { codexHook: 20_000, codexAlways: false, returnMs: 15_000 },
      codex: { home: '/home/ada/.codex', controlSocket: true },
      forwardCodexNotify: null,
      flows: { enabled: true },
      webhookAllow: [],
      logs: { maxAgeMs: 604_800_000, maxBytes: 536_870_912 },
      logLevel: 'warn',
      warnings: [],
    })
  })

  it('puts flags over environment over file over defaults', () => {
    const files = { [FILE]: { port: 3, host: 'file.example' } }
    const env = { SIGNALBOX_PORT: '2', SIGNALBOX_HOST: 'env.example', SIGNALBOX_TOKEN: 'x'.repeat(16) }
    expect(resolveWith({ files, env, flags: { port: '1', host: 'flag.example' } })).toMatchObject({
      port: 1,
      host: 'flag.example',
    })
    expect(resolveWith({ files, env })).toMatchObject({ port: 2, host: 'env.example', token: 'x'.repeat(16) })
    expect(resolveWith({ files })).toMatchObject({ port: 3, host: 'file.example' })
  })

  it('takes the level of the journal from any of them, in any case', () => {
    const files = { [FILE]: { logLevel: 'info' } }
    const env = { SIGNALBOX_LOG_LEVEL: 'ERROR' }
    expect(resolveWith({ files, env, flags: { logLevel: 'debug' } }).logLevel).toBe('debug')
    expect(resolveWith({ files, env }).logLevel).toBe('error')
    expect(resolveWith({ files }).logLevel).toBe('info')
    expect(complaint({ env: { SIGNALBOX_LOG_LEVEL: 'loud' } })).toBe(
      'SIGNALBOX_LOG_LEVEL must be one of debug, info, warn, error, not "loud".',
    )
  })

  it('takes an empty environment variable as not set', () => {
    const env = {
      SIGNALBOX_PORT: '',
      SIGNALBOX_HOST: '',
      SIGNALBOX_DATA_DIR: '',
      SIGNALBOX_TOKEN: '',
      SIGNALBOX_DEV: '',
    }
    expect(resolveWith({ env })).toEqual(resolveWith())
  })

  it('reads config.json in the data directory that was chosen', () => {
    const files = {
      '/srv/box/config.json': { notify: { strict: true }, allowedHosts: ['Box.Example', 'localhost:9000'] },
    }
    expect(resolveWith({ files, env: { SIGNALBOX_DATA_DIR: '/srv/box' } })).toMatchObject({
      dataDir: '/srv/box',
      strict: true,
      allowedHosts: ['box.example', 'localhost:9000'],
    })
  })

  it('lets the flag --strict win over the file', () => {
    const files = { [FILE]: { notify: { strict: true } } }
    expect(resolveWith({ files }).strict).toBe(true)
    expect(resolveWith({ files, flags: { strict: false } }).strict).toBe(false)
    expect(resolveWith({ flags: { strict: true } }).strict).toBe(true)
  })

  it('understands the home directory and brackets around an IPv6 address', () => {
    expect(resolveWith({ flags: { dataDir: '~/box', host: '[::1]' } })).toMatchObject({
      dataDir: '/home/ada/box',
      host: '::1',
    })
  })
})

describe('agents', () => {
  it('are declared in the file, under any name of plain characters', () => {
    const names = ['coder', 'A-z_0.9', 'x'.repeat(100), '__proto__']
    const text = `{"agents": {${names.map((name) => `"${name}": {"kind": "demo"}`).join()}}}`
    const { agents, warnings } = resolveWith({ files: { [FILE]: text } })
    expect(Object.entries(agents)).toEqual(names.map((name) => [name, { kind: 'demo' }]))
    expect(warnings).toEqual([])
  })

  it('are warned about where they have what nobody reads', () => {
    const { agents, warnings } = resolveWith({
      files: { [FILE]: { agents: { coder: { kind: 'demo', command: 'x' } } } },
    })
    expect(agents).toEqual({ coder: { kind: 'demo' } })
    expect(warnings).toEqual([
      `"agents.coder.command" in ${FILE} is not a setting and is ignored; the one of an agent is kind.`,
    ])
  })
})

describe('--dev', () => {
  it('has its own data directory unless one is given by flag', () => {
    expect(resolveWith({ flags: { dev: true } }).dataDir).toBe('/home/ada/.signalbox/dev')
    expect(resolveWith({ flags: { dev: true }, env: { SIGNALBOX_DATA_DIR: '/srv' } }).dataDir).toBe(
      '/srv/dev',
    )
    expect(resolveWith({ flags: { dev: true, dataDir: '/srv/mine' } }).dataDir).toBe('/srv/mine')
  })

  it('comes from the environment too, and the flag wins', () => {
    expect(resolveWith({ env: { SIGNALBOX_DEV: '1' } }).dev).toBe(true)
    expect(resolveWith({ env: { SIGNALBOX_DEV: '0' } }).dev).toBe(false)
    expect(resolveWith({ env: { SIGNALBOX_DEV: '1' }, flags: { dev: false } }).dev).toBe(false)
  })

  it('is refused beyond loopback', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'box.example']) {
      expect(complaint({ flags: { dev: true, host } })).toContain('leave out --host or start without --dev')
    }
    for (const host of ['localhost', '127.0.0.1', '127.0.0.2', '::1']) {
      expect(resolveWith({ flags: { dev: true, host } }).dev).toBe(true)
    }
  })
})

describe('hosts webhooks may go to', () => {
  it('are named in the environment with commas, else in the file', () => {
    const files = { [FILE]: { webhooks: { allow: ['Box.example'] } } }
    expect(resolveWith({ files }).webhookAllow).toEqual(['box.example'])
    const env = { SIGNALBOX_WEBHOOK_ALLOW: '127.0.0.1:9000, [::1]' }
    expect(resolveWith({ files, env }).webhookAllow).toEqual(['127.0.0.1:9000', '[::1]'])
  })
})

describe('bad values', () => {
  it.each([
    [{ flags: { port: 'abc' } }, '--port must be a number from 0 to 65535, not "abc"; for example 8080.'],
    [{ flags: { port: '' } }, '--port must be a number from 0 to 65535, not ""; for example 8080.'],
    [{ flags: { port: '70000' } }, '--port must be'],
    [{ env: { SIGNALBOX_PORT: '1e3' } }, 'SIGNALBOX_PORT must be'],
    [{ files: { [FILE]: { port: 80.5 } } }, `"port" in ${FILE} must be`],
    [{ flags: { host: 'http://localhost:8080' } }, '--host must be a name or address without port'],
    [{ flags: { host: '' } }, '--host must be'],
    [{ flags: { dataDir: ' ' } }, '--data-dir needs a directory'],
    [{ env: { SIGNALBOX_DEV: 'yes please' } }, 'SIGNALBOX_DEV must be 1 or 0'],
    [{ files: { [FILE]: '{"port": 8080,}' } }, `${FILE} must hold one JSON object`],
    [{ files: { [FILE]: [1] } }, `${FILE} must hold one JSON object`],
    [{ files: { [FILE]: { notify: true } } }, `"notify" in ${FILE} must be an object`],
    [{ files: { [FILE]: { notify: { strict: 'yes' } } } }, 'must be true or false, not "yes"'],
    [{ files: { [FILE]: { allowedHosts: 'box' } } }, 'must be a list of names'],
    [{ files: { [FILE]: { allowedHosts: ['https://box.example'] } } }, 'not "https://box.example"'],
    [{ files: { [FILE]: { allowedHosts: [7] } } }, 'not 7'],
    [{ env: { SIGNALBOX_WEBHOOK_ALLOW: 'box,http://x' } }, 'SIGNALBOX_WEBHOOK_ALLOW must be a list of names'],
    [{ files: { [FILE]: { webhooks: { allow: 'box' } } } }, `"webhooks.allow" in ${FILE} must be a list`],
    [{ files: { [FILE]: { flows: { enabled: 1 } } } }, 'must be true or false, not 1'],
    [{ files: { [FILE]: { logs: { maxBytes: 5 } } } }, 'must be bytes, at least 1048576, not 5'],
    [
      { files: { [FILE]: { agentSilenceMs: 999 } } },
      `"agentSilenceMs" in ${FILE} must be milliseconds from 1000 to 2147483647, not 999`,
    ],
    [{ files: { [FILE]: { watch: { staleAfterMs: 999 } } } }, 'must be milliseconds from 1000 to 2147483647'],
    [{ files: { [FILE]: { hold: [] } } }, 'must be an object; for example {"codexHook": 20000}'],
    [
      { files: { [FILE]: { hold: { codexHook: '1s' } } } },
      'must be milliseconds from 0 to 2147483647, not "1s"',
    ],
    [{ files: { [FILE]: { hold: { codexAlways: 1 } } } }, 'must be true or false, not 1'],
    [{ files: { [FILE]: { watch: 5 } } }, 'must be an object; for example {"staleAfterMs": 1800000}'],
    [{ files: { [FILE]: { requestExpiryMs: -1 } } }, 'must be milliseconds from 0 to 2147483647, not -1'],
    [{ files: { [FILE]: { agents: ['demo'] } } }, `"agents" in ${FILE} must be an object, not ["demo"]`],
    [{ files: { [FILE]: { agents: { coder: 'demo' } } } }, `"agents.coder" in ${FILE} must be an object`],
    [
      { files: { [FILE]: { agents: { coder: {} } } } },
      `"agents.coder.kind" in ${FILE} must be "demo", not nothing`,
    ],
    [
      { files: { [FILE]: { agents: { coder: { kind: 'acp' } } } } },
      `"agents.coder.kind" in ${FILE} must be "demo", not "acp"`,
    ],
    [
      { files: { [FILE]: { agents: { 'a b': { kind: 'demo' } } } } },
      `"agents" in ${FILE} names an agent "a b"`,
    ],
    [{ files: { [FILE]: { agents: { '': { kind: 'demo' } } } } }, 'names an agent ""'],
    [{ files: { [FILE]: { agents: { ['x'.repeat(101)]: { kind: 'demo' } } } } }, 'a name is 1 to 100'],
  ])('%j', (sources, sentence) => {
    expect(complaint(sources)).toContain(sentence)
  })

  it('never shows a token it refuses', () => {
    expect(complaint({ env: { SIGNALBOX_TOKEN: 'geheim nis' } })).not.toContain('geheim')
    const short = complaint({ env: { SIGNALBOX_TOKEN: 'kurz' }, flags: { host: '0.0.0.0' } })
    expect(short).toContain('at least 16 characters')
    expect(short).not.toContain('kurz')
    expect(resolveWith({ env: { SIGNALBOX_TOKEN: 'kurz' } }).token).toBe('kurz')
  })

  it('warns of a setting it does not know, and starts', () => {
    const { warnings, port } = resolveWith({
      files: { [FILE]: { prot: 1, port: 9, notify: { strikt: true } } },
    })
    expect(port).toBe(9)
    expect(warnings).toHaveLength(2)
    expect(warnings[0]).toContain(`"prot" in ${FILE} is not a setting and is ignored`)
    expect(warnings[1]).toContain('"notify.strikt"')
  })
})

it('knows loopback', () => {
  expect(['localhost', '127.0.0.1', '127.9.9.9', '::1'].every(isLoopback)).toBe(true)
  expect(['127.evil.example', '0.0.0.0', '::', '10.0.0.1', 'localhost.evil.example'].some(isLoopback)).toBe(
    false,
  )
})

describe('Codex', () => {
  it('has its home where it says, and can be left alone', () => {
    expect(resolveWith({ env: { CODEX_HOME: '/srv/codex' } }).codex.home).toBe('/srv/codex')
    const files = { [FILE]: { codex: { home: '~/elsewhere', controlSocket: false } } }
    expect(resolveWith({ files, env: { CODEX_HOME: '/srv/codex' } }).codex).toEqual({
      home: '/home/ada/elsewhere',
      controlSocket: false,
    })
    expect(complaint({ files: { [FILE]: { codex: { home: 1 } } } })).toBe(
      `"codex.home" in ${FILE} must be a directory, not 1; for example "~/.codex".`,
    )
  })

  it('has a program its events are forwarded to', () => {
    const forward = (codexNotify: unknown) => ({ files: { [FILE]: { forward: { codexNotify } } } })
    expect(resolveWith(forward(['/bin/tell', 'x'])).forwardCodexNotify).toEqual(['/bin/tell', 'x'])
    for (const wrong of [[], [''], '/bin/tell', [1], ['a', 2], ['a\0b'], {}]) {
      expect(complaint(forward(wrong))).toMatch(/^"forward\.codexNotify" in .* must be a list of a program/)
    }
    expect(complaint({ files: { [FILE]: { forward: true } } })).toMatch(/"forward" .* must be an object/)
  })
})
