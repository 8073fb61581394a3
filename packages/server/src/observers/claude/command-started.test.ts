import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { childrenOf, commandLine, runsCommand } from './command-started.js'
import { PendingCommands } from './pending-commands.js'

/** As Claude Code 2.1.325 starts a command. */
const shell = (command: string) =>
  `/bin/bash -c source /home/dev/.claude/shell-snapshots/snapshot-bash-1.sh 2>/dev/null || true && { \\builtin unalias -- 'which'; } && eval '${command.replaceAll("'", `'"'"'`)}' < /dev/null && pwd -P >| /tmp/claude-217d-cwd `

describe('the shell of a command', () => {
  it.each([
    'sleep 6; touch x',
    `sleep 4; echo "a b" 'c'; rm nothere`,
    'cat <<EOF\nhi\nEOF',
    'ls -la | head -3',
    'x'.repeat(10_000),
  ])('is known: %s', (command) => {
    expect(runsCommand(shell(command), command, false)).toBe(true)
    expect(runsCommand(shell(command), 'other', true)).toBe(false)
  })

  it('is prepared once, which tells as well where only one waits', () => {
    const line =
      '/bin/bash -c -l SNAPSHOT_FILE=/home/dev/.claude/shell-snapshots/snapshot-bash-1.sh\n source x'
    expect(runsCommand(line, 'ls', true)).toBe(true)
    expect(runsCommand(line, 'ls', false)).toBe(false)
  })

  it.each(['', '/bin/sh -c /home/dev/bin/signalbox-hook claude', 'rg --files', 'ls'])(
    'is not: %s',
    (line) => {
      expect(runsCommand(line, 'ls', true)).toBe(false)
    },
  )

  it('is found whatever the command is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300 }), (command) => {
        const something = /[^'"\\\s]/.test(command.split(/[|\n]/, 1)[0] ?? '')
        expect(runsCommand(shell(command), command, false)).toBe(something)
      }),
    )
  })
})

describe.runIf(process.platform === 'linux')('a real process', () => {
  it('has children, and each its command line', async () => {
    const marker = `eval 'sleep 61' # ${process.pid}`
    const commands = new PendingCommands()
    commands.ask('s', 'r', { pid: process.pid, command: 'sleep 61' })
    expect(commands.started()).toEqual([])
    const child = spawn('/bin/sh', ['-c', `: && ${marker}\n:`])
    await once(child, 'spawn')
    expect(childrenOf(process.pid)).toContain(child.pid)
    expect(commandLine(child.pid ?? 0)).toContain(marker)
    expect(commands.started()).toMatchObject([{ sessionId: 's', requestId: 'r' }])
    commands.ended('s', 'r')
    expect([commands.started(), commands.size]).toEqual([[], 0])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(childrenOf(2 ** 22 + 1)).toEqual([])
    expect(commandLine(2 ** 22 + 1)).toBe('')
  })
})
