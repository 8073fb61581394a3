import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const GRAVE = new Set(['serious', 'critical'])

/**
 * What keeps people with a screen reader, a keyboard or weak eyes from using the page; empty when nothing grave does.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
export async function accessFindings(page) {
  // Evaluated, not added: the page allows no script but its own.
  await page.evaluate(AXE)
  // Half-way through a movement, colours are not those that are read.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )
  const { violations } = await page.evaluate(() => window.axe.run())
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
