import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const server = new URL('../../packages/server/', import.meta.url)

describe('the bundled gateway', () => {
  it('is what the package exports, with a file for each thread', () => {
    const { exports } = JSON.parse(readFileSync(new URL('package.json', server), 'utf8'))
    expect(exports['.'].default).toBe('./bundle/index.js')
    for (const file of ['index', 'writer-thread', 'reader-thread', 'file-check-thread']) {
      expect(existsSync(new URL(`bundle/${file}.js`, server)), file).toBe(true)
    }
  })

  it('exports what the compiled one does', async () => {
    const bundled = await import(new URL('bundle/index.js', server).href)
    const compiled = await import(new URL('dist/index.js', server).href)
    expect(Object.keys(bundled).sort()).toEqual(Object.keys(compiled).sort())
  })

  it('says under which licences its parts come', () => {
    const licences = readFileSync(new URL('bundle/licences.txt', server), 'utf8')
    for (const part of ['fastify', 'ws', 'find-my-way'])
      expect(licences).toMatch(new RegExp(`^${part}$`, 'm'))
  })
})
