import { copyFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS, callClient, listen, need, PAYLOAD, patient, setUp } from '../test/hook-client.js'
import { tempDir } from '../test/signalbox.js'

beforeAll(() => need('sh', 'curl', 'tee', 'date', 'du', 'wc', 'ps'))

describe.each(CLIENTS)('the agent behind the hook client (%s)', (_kind, command) => {
  const headers = async (run: (client: string) => readonly string[], change?: (text: string) => string) => {
    const { origin, heard } = await listen()
    const client = command(setUp(origin, change)).map((word) => `'${word}'`)
    await callClient(run(`${client.join(' ')} claude`), { input: PAYLOAD })
    return heard[0]?.headers
  }

  it('is found behind shells that wait for us', async () => {
    const found = await headers((client) => ['sh', '-c', `sh -c "${client}; :"; :`])
    expect(found).toMatchObject({ 'x-signalbox-pid': String(process.pid) })
  })

  it('may have any name', async () => {
    const odd = join(tempDir(), 'a) 1 (b 2')
    copyFileSync('/bin/sh', odd)
    const found = await headers((client) => [odd, '-c', `${client}; :`])
    expect(found?.['x-signalbox-pid']).toMatch(/^\d+$/)
    expect(found?.['x-signalbox-pid']).not.toBe(String(process.pid))
    expect(found?.['x-signalbox-pid-started']).toMatch(/^\d+$/)
  })

  it('is looked up with ps where there is no /proc', async () => {
    const found = await headers(
      (client) => ['sh', '-c', `${client}; :`],
      (text) => patient(text).replaceAll('/proc/', '/nowhere/'),
    )
    expect(found).toMatchObject({
      'x-signalbox-pid': String(process.pid),
      'x-signalbox-pid-started': expect.stringMatching(/^\w{3} \w{3} +\d+ [\d:]{8} \d{4}$/),
      'x-signalbox-host': hostname(),
    })
  })

  /** What an agent tells that was started in a pane, by way of another program. */
  async function inPane(...by: string[]) {
    const { origin, heard } = await listen()
    const line = command(setUp(origin)).map((word) => `'${word}'`)
    const program = `node -e "require('child_process').spawnSync('sh',['-c',process.argv[1]],{input:'{}'})" "${line.join(' ')} claude"`
    const env = { TERM: 'xterm', SHELL: '/bin/sh', TMUX: '/tmp/tmux-0/a,b,4711,0', TMUX_PANE: '%3' }
    await callClient([...by, program, '/dev/null'], { env })
    return heard[0]?.headers
  }

  it('has the terminal it runs on, and the pane', async () => {
    need('script')
    expect(await inPane('script', '-qfec')).toMatchObject({
      'x-signalbox-tty': expect.stringMatching(/^\/dev\/pts\/\d+$/),
      'x-signalbox-tmux-pane': '%3',
      'x-signalbox-tmux-socket': '/tmp/tmux-0/a,b',
    })
  })

  it('has no pane where it has no terminal: it was only started there', async () => {
    need('setsid')
    const told = await inPane('setsid', '-w', 'sh', '-c')
    expect(told).toHaveProperty('x-signalbox-pid')
    expect(Object.keys(told ?? {}).filter((name) => /tty|tmux/.test(name))).toEqual([])
  })
})
