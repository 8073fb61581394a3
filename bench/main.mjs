import { Context } from './context.mjs'
import { resultsOf } from './document.mjs'
import { Million } from './log/million.mjs'
import { OptionsError, readOptions } from './options.mjs'
import { ROWS } from './rows.mjs'
import { runRows } from './run-rows.mjs'
import { textTable } from './table.mjs'
import { writeDocs } from './write-docs.mjs'

const begun = performance.now()

/** @param {string} text */
function tell(text) {
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.error(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} ${text}`)
}

/** Runs what was chosen; true when every goal is kept. @param {import('./options.mjs').Options} options */
async function bench(options) {
  const million = new Million(tell)
  /** @type {Set<Context>} */
  const contexts = new Set()
  const end = async () => {
    await Promise.all(Array.from(contexts, (context) => context.close()))
    million.remove()
  }
  let stopped = false
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      stopped = true
      void end().then(() => process.exit(130))
    })

  const rows = ROWS.filter(({ measures }) => Object.keys(measures).some(options.chosen))
  const entries = await runRows(
    rows,
    (row, stepAside) => {
      tell(`${row.name} …`)
      const context = new Context(options, {
        tell: (text) => tell(`${row.name}: ${text}`),
        stepAside,
        million: () => million.directory(),
      })
      contexts.add(context)
      return context
    },
    () => stopped,
  )
  await end()
  const chosen = entries.filter(({ name }) => options.chosen(name))
  if (options.writeDocs) writeDocs(resultsOf(chosen, new Date()))
  console.log(options.json ? JSON.stringify(chosen, null, 2) : textTable(chosen))
  return chosen.every(({ ok }) => ok)
}

try {
  const names = ROWS.flatMap(({ measures }) => Object.keys(measures))
  process.exitCode = (await bench(readOptions(process.argv.slice(2), names))) ? 0 : 1
} catch (error) {
  if (!(error instanceof OptionsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
