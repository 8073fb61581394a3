import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { start, startGateway } from '../test/signalbox.js'

const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-toasts-'))
const gateway = await startGateway(dataDir)
const { SIGNALBOX_URL: url, SIGNALBOX_TOKEN: token } = gateway.env
afterAll(async () => {
  await gateway.stop()
  rmSync(dataDir, { recursive: true })
})

const ask = (description: string) =>
  fetch(`${url}/api/sessions/Codex%201/notify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      session_id: 'Codex 1',
      payload: {
        type: 'approval-requested',
        'thread-id': 't',
        'turn-id': 'u',
        'approval-type': 'exec',
        description,
      },
    }),
  })

/** A desktop that notes what it is shown. */
function fakeDesktop(): { file: string; path: string } {
  const file = join(dataDir, 'shown')
  const program = join(dataDir, 'notify-send')
  writeFileSync(program, `#!/bin/sh\nfor word in "$@"; do printf '%s\\n' "$word"; done >> '${file}'\n`)
  chmodSync(program, 0o755)
  return { file, path: [dataDir, process.env.PATH].join(delimiter) }
}

describe('signalbox toasts', () => {
  it('prints who needs somebody as it happens, on the desktop as well, until Ctrl-C', async () => {
    const { file, path } = fakeDesktop()
    const plain = start(['toasts', '--desktop'], { ...gateway.env, PATH: path })
    const json = start(['toasts', '--json'], gateway.env)
    const heard = async () => {
      await ask(`cargo build\u001b[2J ${Math.random()}`)
      return plain.told.stdout !== '' && json.told.stdout !== ''
    }
    await expect.poll(heard, { interval: 200 }).toBe(true)
    expect(plain.told.stdout).toMatch(
      /^\d\d:\d\d:\d\d ■ needs you Codex 1 {2}Needs a permission: cargo build /,
    )
    const [line = ''] = json.told.stdout.split('\n')
    expect(JSON.parse(line)).toMatchObject({ type: 'attention_raised', level: 'warning' })
    await expect
      .poll(() => readFileSync(file, { encoding: 'utf8', flag: 'a+' }))
      .toContain('Signalbox: Codex 1\n')
    plain.child.kill('SIGINT')
    expect(await plain.ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('says where nobody answers', async () => {
    const { code, stderr } = await start(['toasts', '--url', 'http://127.0.0.1:1', '--token', 't']).ended
    expect([code, stderr.trim()]).toEqual([
      1,
      'No gateway answers at http://127.0.0.1:1. Start one with: signalbox up',
    ])
  })
})
