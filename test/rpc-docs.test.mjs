import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ERRORS, validate } from '@signalbox/protocol'
import { ITEM_CONTENTS, methodNamed, RPC_METHODS, RPC_NOTIFICATIONS } from '@signalbox/protocol/rpc'
import { describe, expect, it } from 'vitest'
import { blocksOf, differenceOf, runInOneShell } from './docs/blocks.mjs'
import { startGateway } from './docs/gateway.mjs'
import { need } from './docs/need.mjs'

const page = readFileSync(resolve(import.meta.dirname, '../docs/rpc.md'), 'utf8')
const blocks = blocksOf(page)
const calls = blocks.map(({ script }) => [...script.matchAll(/"method":"([^"]+)"/g)].map(([, name]) => name))

describe('docs/rpc.md', () => {
  it('has a line to run for every method', () => {
    const shown = new Set(calls.flat().map((name) => methodNamed(name ?? '')))
    expect(Object.keys(RPC_METHODS).filter((name) => !shown.has(name))).toEqual([])
    expect(blocks.filter(({ promises }) => promises.length === 0)).toEqual([])
  })

  it('names every notification, every content of an item and every code, and no other', () => {
    const table = (title) =>
      [...(page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) \|/gm)]
        .flatMap(([, cell = '']) => cell.split(', '))
        .map((word) => word.replaceAll('`', ''))
        .filter((word) => !/^(method|code|content\.type|---)$/.test(word))
    expect(table('Notifications').sort()).toEqual(Object.keys(RPC_NOTIFICATIONS).sort())
    expect(table('Items').sort()).toEqual(Object.keys(ITEM_CONTENTS).sort())
    const codes = new Set(Object.values(ERRORS).map(({ rpc }) => String(rpc)))
    expect(table('Errors').sort()).toEqual([...codes].sort())
  })

  it('gets from a gateway what it says, line for line, in the shapes of the tables', async ({
    onTestFinished,
  }) => {
    need('curl')
    const { port, env } = await startGateway(onTestFinished)
    const cwd = mkdtempSync(join(tmpdir(), 'signalbox-rpc-docs-'))
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
    const scripts = blocks.map(({ script }) => script.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`))
    const printed = await runInOneShell(scripts, { cwd, env, timeout: 90_000 })
    for (const [index, { script, promises }] of blocks.entries()) {
      const text = printed[index] ?? ''
      expect(differenceOf(text, promises), script).toBeUndefined()
      for (const line of text.split('\n').filter((one) => one.startsWith('{'))) {
        expect(faultOf(line.replace(/ \d+$/, ''), calls[index] ?? []), line).toBeUndefined()
      }
    }
  }, 120_000)
})

/** What is wrong with a line: a notification of no table, or a result that is not as its method says. */
function faultOf(line, methods) {
  const { jsonrpc, method, params, result } = JSON.parse(line)
  if (jsonrpc !== '2.0') return 'no JSON-RPC'
  if (method !== undefined) return validate(RPC_NOTIFICATIONS[method].params, params)
  // Of one call alone it is known which method it answers.
  const [only, ...others] = methods
  return result === undefined || others.length > 0
    ? undefined
    : validate(RPC_METHODS[methodNamed(only)].result, result)
}
