import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bundleClient } from '../../packages/client/browser/bundle-client.mjs'

const PACKAGES = resolve(import.meta.dirname, '../../packages')
/** Of the protocol only the second names of events. */
const OWN = [`${PACKAGES}/client/dist/`, `${PACKAGES}/protocol/dist/registry/twins.js`]
const BUDGET = 21 * 1024

it('comes into a browser small and alone: no package, nothing of Node, no schema', async () => {
  const { code, modules, imports } = await bundleClient()
  const size = Buffer.byteLength(code)
  console.log(`the client in a browser: ${size} bytes, ${gzipSync(code).length} compressed`)
  expect(modules.length).toBeGreaterThan(5)
  expect(modules.filter((id) => !OWN.some((path) => id.startsWith(path)))).toEqual([])
  expect(imports).toEqual([])
  expect(code).not.toMatch(/node:|\brequire\b|\bprocess\b|\bBuffer\b/)
  expect(size).toBeLessThanOrEqual(BUDGET)
})
