import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ownProbe, procProbe, psProbe, psTable, sameStart } from './process-probe.js'
import { sleeper } from './testing.js'

const PROBES = process.platform === 'linux' ? [procProbe, psProbe] : [psProbe]

describe.each(PROBES.map((probe) => [probe === procProbe ? '/proc' : 'ps', probe] as const))(
  'by %s',
  (_name, probe) => {
    it('tells who is there, and since when, in the same words every time', async () => {
      const { pid, end } = await sleeper()
      const first = await probe([process.pid, pid, 2 ** 22 + 1])
      expect([...(first?.keys() ?? [])].sort()).toEqual([process.pid, pid].sort())
      await end()
      const second = await probe([process.pid, pid])
      expect(second?.has(pid)).toBe(false)
      expect(second?.get(process.pid)).toBe(first?.get(process.pid))
    })

    it('tells of nobody where nobody is there', async () => {
      expect(await probe([2 ** 22 + 1])).toEqual(new Map())
      expect(await probe([])).toEqual(new Map())
    })
  },
)

describe.runIf(process.platform === 'linux')('/proc', () => {
  it('tells the start time by its place, whatever the process is called', async () => {
    const child = spawn(process.execPath, [
      '-e',
      'process.title = ") 1 2 ) R ("; console.log(1); setInterval(() => {}, 1e6)',
    ])
    await once(child.stdout, 'data')
    const pid = child.pid ?? 0
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    expect(stat).toContain('(')
    expect((await procProbe([pid]))?.get(pid)).toMatch(/^\d+$/)
    expect((await procProbe([pid]))?.get(pid)).toBe(stat.slice(stat.lastIndexOf(')')).split(' ')[20])
    child.kill('SIGKILL')
    await once(child, 'exit')
  })

  it('is the way of Linux, and ps of others', () => {
    expect([ownProbe('linux'), ownProbe('darwin')]).toEqual([procProbe, psProbe])
  })
})

describe('what ps prints', () => {
  it('is read with any columns; the dead are not there', () => {
    const text =
      '    1 Ss   Sun Nov 15  2026\n 4711 S+   Mon Nov  6 08:00:01 2026\n   12 Z    Mon Nov 16 08:00:01 2026\nx\n'
    expect(psTable(text)).toEqual(
      new Map([
        [1, 'Sun Nov 15 2026'],
        [4711, 'Mon Nov 6 08:00:01 2026'],
      ]),
    )
    expect(sameStart(' Mon Nov  6 08:00:01 2026 \n', 'Mon Nov 6 08:00:01 2026')).toBe(true)
    expect(sameStart('12', '13')).toBe(false)
  })

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        for (const pid of psTable(text).keys()) expect(Number.isInteger(pid)).toBe(true)
      }),
    )
  })
})
