import { build } from 'vite'

/**
 * A module as a page would get it: one script that leaves it in a global.
 * @param {string} entry The file of the module.
 * @param {string} name The name of the global.
 * @returns {Promise<{ code: string, modules: string[], imports: string[] }>}
 */
export async function bundlePage(entry, name) {
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', lib: { entry, name, formats: ['iife'] } },
  })
  const [{ code, moduleIds, imports, dynamicImports }] = output
  return { code, modules: moduleIds.filter((id) => id !== entry), imports: [...imports, ...dynamicImports] }
}
