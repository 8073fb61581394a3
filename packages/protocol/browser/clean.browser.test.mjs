import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { bundlePage } from '../../web/browser/bundle-page.mjs'
import { launchBrowser, newVisitor } from '../../web/browser/launch-browser.mjs'
import { CORPUS } from '../dist/harmonize/corpus/corpus.fixture.js'

const HARMONIZE = resolve(import.meta.dirname, '../dist/harmonize')

it('reads every case of the corpus in a page as it does here, alone and with nothing of Node', async () => {
  const { code, modules, imports } = await bundlePage(`${HARMONIZE}/clean.js`, 'cleaner')
  expect(modules.filter((id) => !id.startsWith(`${HARMONIZE}/`))).toEqual([])
  expect(imports).toEqual([])
  expect(code).not.toMatch(/node:|\brequire\b|\bprocess\.|\bBuffer\b/)
  const browser = await launchBrowser()
  try {
    const { page } = await newVisitor(browser)
    await page.evaluate(`${code};window.cleaner = cleaner`)
    const texts = CORPUS.map(({ raw, agent, origin }) => [raw, { agent, origin }])
    const read = await page.evaluate(
      (all) => all.map(([text, options]) => window.cleaner.clean(text, options).text),
      texts,
    )
    expect(read).toEqual(CORPUS.map(({ reads }) => reads))
  } finally {
    await browser.close()
  }
})
