import type { Need } from './case.js'
import { CASES } from './cases/all-cases.js'
import { startOwnGateway } from './engine/own-gateway.js'
import { REQUIREMENTS } from './manifest.js'
import { type Arguments, readArguments, USAGE, UsageError } from './runner/arguments.js'
import { type OwnTargets, startOwnTargets } from './runner/own-targets.js'
import { probe } from './runner/probe.js'
import { readmeFault } from './runner/readme.js'
import { asJson, printed } from './runner/report.js'
import { runSuite } from './runner/run-suite.js'
import { selectCases } from './runner/select-cases.js'
import { count, summarise } from './runner/summary.js'

/** `npm run conformance`: the exit code, 0 only when nothing failed. */
async function main(args: readonly string[]): Promise<number> {
  const wish = readArguments(args, process.env)
  if (wish.help) {
    console.log(USAGE)
    return 0
  }
  const cases = selectCases(CASES, REQUIREMENTS, wish.only)
  const { targets, stop } = await targetsOf(wish)
  try {
    const summary = summarise(await runSuite(cases, targets, startOwnGateway), REQUIREMENTS)
    console.log(wish.json ? asJson(summary) : printed(summary, wish.verbose))
    const wrong = wish.checkReadme ? readmeFault(summary) : undefined
    if (wrong !== undefined) console.error(wrong)
    return count(summary.results, 'failed') === 0 && wrong === undefined ? 0 : 1
  } finally {
    await stop()
  }
}

async function targetsOf({ url, token, slow }: Arguments): Promise<OwnTargets> {
  const also: Need[] = slow ? ['slow'] : []
  if (url === undefined) return startOwnTargets([...also, 'own'])
  return { targets: [await probe(url, token, also)], stop: async () => undefined }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
