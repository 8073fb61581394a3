import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bareCommand, bareWords } from './codex-command.js'

describe('bareCommand', () => {
  it.each([
    ["/bin/bash -lc 'touch a.txt'", 'touch a.txt'],
    ["/bin/bash -lc 'echo '\\''hi'\\'''", "echo 'hi'"],
    ['bash -lc "echo \\"a\\" \\$x it\'s"', 'echo "a" $x it\'s'],
    ['/usr/bin/zsh -c ls', 'ls'],
    ["/bin/bash -l -c 'a b'", 'a b'],
    ['cargo build --release', 'cargo build --release'],
    ["/bin/bash -lc 'a' 'b'", "/bin/bash -lc 'a' 'b'"],
    ["/bin/bash -lc 'open", "/bin/bash -lc 'open"],
    ["evil'/bash -lc ls", "evil'/bash -lc ls"],
    ['', ''],
  ])('%s', (command, bare) => {
    expect(bareCommand(command)).toBe(bare)
  })

  it('takes the quotes off that a shell would', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (script) => {
        const quoted = `'${script.replaceAll("'", "'\\''")}'`
        expect(bareCommand(`/bin/bash -lc ${quoted}`)).toBe(script)
      }),
    )
  })

  it('takes time linear in the text', () => {
    const long = `/bin/bash -lc '${'a\\ '.repeat(300_000)}`
    const start = performance.now()
    expect(bareCommand(long)).toBe(long)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

describe('bareWords', () => {
  it('knows a shell with a script from any other program', () => {
    expect(bareWords(['/bin/bash', '-lc', 'touch a.txt'])).toBe('touch a.txt')
    expect(bareWords(['git', '-c', 'x=y'])).toBe('git -c x=y')
    expect(bareWords(['bash', '-lc', 'a', 'b'])).toBe('bash -lc a b')
    expect(bareWords([])).toBe('')
  })
})
