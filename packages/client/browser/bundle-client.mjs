import { fileURLToPath } from 'node:url'
import { bundlePage } from '../../web/browser/bundle-page.mjs'

const ENTRY = fileURLToPath(new URL('page-entry.mjs', import.meta.url))

/** The client as a page would get it: one script that leaves it in `signalbox`. */
export function bundleClient() {
  return bundlePage(ENTRY, 'signalbox')
}
