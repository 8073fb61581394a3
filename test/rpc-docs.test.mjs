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

/** The table of a section: what each row says, by every name in its first cell. */
function rowsOf(title) {
  const section = page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| (.+?) \| (.+) \|$/gm)].slice(1)
  return new Map(rows.flatMap(([, names = '', says]) => names.split(', ').map((name) => [plain(name), says])))
}
const plain = (cell) => cell.replaceAll('`', '')
const sorted = (words) => [...words].sort()

describe('docs/rpc.md', () => {
  it('has a line to run for every method, and names everything it takes', () => {
    const shown = new Set(calls.flat().map((name) => methodNamed(name ?? '')))
    expect(Object.keys(RPC_METHODS).filter((name) => !shown.has(name))).toEqual([])
    const takes = Object.values(RPC_METHODS).flatMap(({ params }) => Object.keys(params.properties))
    const named = new Set([...page.matchAll(/`(\w+)\??`/g)].map(([, name]) => name))
    expect(takes.filter((field) => !named.has(field))).toEqual([])
  })

  it('has every notification, every content of an item with its fields and every code, and no other', () => {
    expect(sorted(rowsOf('Notifications').keys())).toEqual(sorted(Object.keys(RPC_NOTIFICATIONS)))
    expect(sorted(rowsOf('Items').keys())).toEqual(sorted(Object.keys(ITEM_CONTENTS)))
    for (const [type, { schema }] of Object.entries(ITEM_CONTENTS)) {
      const { type: _, ...fields } = schema.properties
      const says = plain(rowsOf('Items').get(type) ?? '').split(/\W+/)
      expect(says).toEqual(expect.arrayContaining(Object.keys(fields)))
    }
    const codes = new Set(Object.values(ERRORS).map(({ rpc }) => String(rpc)))
    expect(sorted(rowsOf('Errors').keys())).toEqual(sorted(codes))
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
    const faults = blocks.flatMap(({ script, promises }, index) => {
      const text = printed[index] ?? ''
      const lines = text.split('\n').filter((line) => line.startsWith('{"jsonrpc"'))
      const wrong = [differenceOf(text, promises), ...lines.map((line) => faultOf(line, calls[index] ?? []))]
      return wrong.filter(Boolean).map((fault) => `${script}${fault}`)
    })
    expect(faults.join('\n\n')).toBe('')
  }, 120_000)
})

/** What is wrong with a line: a notification, or a result, that is not as its table says. */
function faultOf(line, methods) {
  const { jsonrpc, method, params, result } = JSON.parse(line.slice(0, line.lastIndexOf('}') + 1))
  if (jsonrpc !== '2.0') return `no JSON-RPC: ${line}`
  const schema = method === undefined ? result && resultOf(methods) : RPC_NOTIFICATIONS[method].params
  const fault = schema && validate(schema, params ?? result)
  return fault && `${JSON.stringify(fault)} in ${line}`
}

/** Of one call alone it is known which method is answered. */
function resultOf([only, ...others]) {
  return only === undefined || others.length > 0 ? undefined : RPC_METHODS[methodNamed(only)].result
}
