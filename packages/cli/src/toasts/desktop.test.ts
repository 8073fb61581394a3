import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Notification } from '@signalbox/protocol/flow'
import { describe, expect, it, vi } from 'vitest'
import { tempDir } from '../test/signalbox.js'
import { Desktop } from './desktop.js'
import { type DesktopCommand, desktopCommand } from './desktop-command.js'

const toast: Notification = {
  type: 'toast',
  level: 'warning',
  message: '--help "$(rm -rf ~)" <b>&\u001b[31m',
  timestamp: '2026-01-28T20:17:42Z',
  session_id: 's',
}

describe('desktopCommand', () => {
  it('gives the words as arguments: none of them is an option, a command or a tag', () => {
    expect(desktopCommand('linux', toast, 'Shop\n')).toEqual({
      program: 'notify-send',
      args: [
        '--app-name=Signalbox',
        '--urgency=normal',
        '--',
        'Signalbox: Shop',
        '--help "$(rm -rf ~)" &lt;b&gt;&amp;',
      ],
    })
    const { program, args = [] } = desktopCommand('darwin', toast, '') ?? {}
    expect(program).toBe('osascript')
    expect(args.slice(-2)).toEqual(['Signalbox', '--help "$(rm -rf ~)" <b>&'])
    expect(args.slice(0, -2).join(' ')).not.toContain('rm')
  })

  it('is as urgent as it is loud, and not too long', () => {
    const urgency = (level: Notification['level']) =>
      desktopCommand('linux', { ...toast, level }, '')?.args[1]
    expect([urgency('info'), urgency('error')]).toEqual(['--urgency=low', '--urgency=critical'])
    expect(desktopCommand('linux', { ...toast, message: 'x'.repeat(5000) }, '')?.args[4]).toHaveLength(1000)
    for (const system of ['win32', 'toString']) expect(desktopCommand(system, toast, '')).toBeUndefined()
  })
})

describe('Desktop', () => {
  it('runs the program of the system, without a shell', async () => {
    const bin = tempDir()
    const [file, program] = [join(bin, 'said'), join(bin, 'notify-send')]
    writeFileSync(program, `#!/bin/sh\nprintf '%s|' "$@" >> '${file}'\n`)
    chmodSync(program, 0o755)
    vi.stubEnv('PATH', bin)
    const warn = vi.fn()
    await new Desktop({ warn, system: 'linux' }).show(toast, 'Shop').finally(() => vi.unstubAllEnvs())
    expect(readFileSync(file, 'utf8')).toBe(
      '--app-name=Signalbox|--urgency=normal|--|Signalbox: Shop|--help "$(rm -rf ~)" &lt;b&gt;&amp;|',
    )
    expect(warn).not.toHaveBeenCalled()
  })

  it.each([
    ['linux', { code: 'ENOENT' }, 'notify-send is not installed'],
    ['darwin', { code: 1, stderr: 'no\u001b[2J display\nmore' }, 'osascript failed (no display)'],
    ['linux', { code: 7 }, 'notify-send failed (code 7)'],
    ['win32', undefined, 'this system has no desktop notifications that are known here'],
  ])('says once where it cannot: %s %j', async (system, error, why) => {
    const said: string[] = []
    const run = () => Promise.reject(Object.assign(new Error('x'), error))
    const desktop = new Desktop({ warn: (sentence) => said.push(sentence), system, run })
    await desktop.show(toast, '')
    await desktop.show(toast, '')
    expect(said).toEqual([`Toasts are printed only: ${why}.`])
  })

  it('shows one after the other, and of a flood the first', async () => {
    const shown: DesktopCommand[] = []
    let next = () => {}
    const run = (command: DesktopCommand) => {
      shown.push(command)
      return new Promise<void>((resolve) => {
        next = resolve
      })
    }
    const desktop = new Desktop({ warn: () => undefined, system: 'linux', run })
    const last = Array.from({ length: 30 }, (_, n) => desktop.show(toast, String(n))).at(-1)
    for (let at = 1; at <= 10; at++) {
      await expect.poll(() => shown.length).toBe(at)
      next()
    }
    await last
    expect(shown.map(({ args }) => args[3])).toEqual(Array.from({ length: 10 }, (_, n) => `Signalbox: ${n}`))
  })
})
