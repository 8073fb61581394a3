import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DOCUMENTS } from '@signalbox/protocol/documents'
import { expect, it, onTestFinished } from 'vitest'
import { staleFiles, writeFiles } from './files.mjs'

const documents = { 'one.md': () => 'one\n', 'two.json': () => '{}\n' }

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'signalbox-docs-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

it('writes what is missing or stale, and nothing else', () => {
  const path = folder()
  expect(writeFiles(path, documents)).toEqual(['one.md', 'two.json'])
  expect(writeFiles(path, documents)).toEqual([])
  const before = statSync(join(path, 'one.md')).mtimeMs
  writeFileSync(join(path, 'two.json'), '{"old":true}\n')
  expect(staleFiles(path, documents)).toEqual(['two.json'])
  expect(writeFiles(path, documents)).toEqual(['two.json'])
  expect(readFileSync(join(path, 'two.json'), 'utf8')).toBe('{}\n')
  expect(statSync(join(path, 'one.md')).mtimeMs).toBe(before)
})

it('finds the documents in the repository fresh', () => {
  expect(staleFiles(resolve(import.meta.dirname, '../../docs'), DOCUMENTS)).toEqual([])
})

it('finds the documents to be of the version of the package', () => {
  const manifest = resolve(import.meta.dirname, '../../packages/protocol/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  for (const name of ['openapi.json', 'asyncapi.json', 'openrpc.json']) {
    expect(JSON.parse(DOCUMENTS[name]()).info.version).toBe(version)
  }
})
