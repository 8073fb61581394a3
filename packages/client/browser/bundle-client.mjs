import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ENTRY = fileURLToPath(new URL('page-entry.mjs', import.meta.url))

/**
 * The client as a page would get it: one script that leaves it in `signalbox`.
 * @returns {Promise<{ code: string, modules: string[], imports: string[] }>}
 */
export async function bundleClient() {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: ENTRY, name: 'signalbox', formats: ['iife'] },
    },
  })
  const [{ code, moduleIds, imports, dynamicImports }] = output
  return { code, modules: moduleIds.filter((id) => id !== ENTRY), imports: [...imports, ...dynamicImports] }
}
