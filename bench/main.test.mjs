import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('./main.mjs', import.meta.url))

/** @param {string[]} args @returns {Promise<{code: number | string, stdout: string, stderr: string}>} */
function bench(args) {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], (error, stdout, stderr) => {
      resolve({ code: /** @type {any} */ (error)?.code ?? 0, stdout, stderr })
    })
  })
}

it('measures a real gateway and prints nothing but the entries', async () => {
  const { code, stdout, stderr } = await bench(['--json', '--only', 'latency', '--seconds', '0.2'])
  const entries = JSON.parse(stdout)
  expect(entries, stderr).toMatchObject([
    { name: 'latency', unit: 'ms', baseline: null, ratio: null, goal: '<= 5 ms' },
  ])
  const [{ value, ok, note }] = entries
  expect(value, stderr).toBeGreaterThan(0)
  expect(note).toMatch(/^p99 [\d.]+ ms at \d+ events\/s$/)
  // How fast it is on the machine that runs the tests decides nothing here.
  expect(ok).toBe(value <= 5)
  expect(code).toBe(ok ? 0 : 1)
  expect(stderr).toMatch(/^0:\d\d latency …$/m)
})

it('names the measures there are when one is not known', async () => {
  const { code, stdout, stderr } = await bench(['--only', 'latnecy'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^--only knows no "latnecy"; there are ingest, ingest-cpu, .*idle-connection\.$/m)
})
