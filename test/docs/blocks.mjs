import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The `sh` blocks of a page, each with what the `output` block after it promises.
 * @param {string} page
 */
export function blocksOf(page) {
  return [...page.matchAll(/^```sh\n([\s\S]*?)^```\n(?:```output\n([\s\S]*?)^```$)?/gm)].map(
    ([, script = '', output = '']) => ({ script, promises: output.split('\n').filter(Boolean) }),
  )
}

/**
 * Runs them one after another in one shell, as a reader does who has it open beside the page: what one sets the next
 * one has. Gives what each printed.
 * @param {readonly string[]} scripts
 * @param {{ cwd: string, env: Record<string, string>, timeout: number, complain?: (text: string) => void }} options
 * `complain` is told what was said on stderr.
 */
export async function runInOneShell(scripts, { cwd, env, timeout, complain = () => {} }) {
  const printed = join(cwd, '.printed')
  mkdirSync(printed)
  const parts = scripts.map((script, index) => `{\n${script}} > '${join(printed, String(index))}'`)
  const failure = await new Promise((done) => {
    const shell = execFile('bash', ['-euo', 'pipefail'], { cwd, env, timeout }, (error, _out, err) => {
      complain(err)
      done(
        error ? `${error.killed ? `no end in ${timeout} ms` : `exit code ${error.code}`}\n${err}` : undefined,
      )
    })
    shell.stdin?.end(`${parts.join('\n')}\n`)
  })
  // Each makes its file when it begins.
  if (failure !== undefined) throw new Error(`${scripts[readdirSync(printed).length - 1]}\n${failure}`)
  return scripts.map((_, index) => readFileSync(join(printed, String(index)), 'utf8'))
}

/**
 * What is wrong with a text, held against the lines that were promised: `…` is anything within a line, and alone any
 * number of lines. Undefined when it is as promised.
 * @param {string} text
 * @param {readonly string[]} promises
 */
export function differenceOf(text, promises) {
  const lines = text.split('\n').filter(Boolean)
  let at = 0
  let open = false
  for (const promise of promises) {
    if (promise === '…') {
      open = true
      continue
    }
    const found = open ? lines.findIndex((line, index) => index >= at && fits(line, promise)) : at
    const line = lines[found]
    if (line === undefined || !fits(line, promise))
      return `promised: ${promise}\nfound: ${(open ? lines.slice(at).join('\n') : line) ?? '(nothing)'}`
    at = found + 1
    open = false
  }
  return open || at === lines.length ? undefined : `not promised: ${lines[at]}`
}

/**
 * @param {string} line
 * @param {string} promise
 */
function fits(line, promise) {
  const parts = promise.split('…')
  const [first = '', ...rest] = parts
  if (!line.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1
    const found = isLast ? line.length - part.length : line.indexOf(part, at)
    if (found < at || !line.startsWith(part, found)) return false
    at = found + part.length
  }
  return at === line.length
}
