import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Native, or found by its place on disk, or parts of the framework that are never loaded here. */
const EXTERNAL = [
  /^libsql$/,
  /^@signalbox\/web/,
  /^@fastify\/(?:ajv|fast-json-stringify)-compiler$/,
  /^light-my-request$/,
  /^pino$/,
]
const LICENCE = /^licen[cs]e(?:\.\w+)?$/i

/**
 * Puts the gateway and each of its threads into few files. Most of the time it takes to start goes into finding and
 * opening the hundreds of files it is written in: so it takes half as long.
 * @param {string} server the folder of the server package
 */
export async function bundleServer(server) {
  const compiled = (/** @type {string} */ path) => join(server, 'dist', path)
  const out = join(server, 'bundle')
  const fresh = join(server, 'bundle.new')
  rmSync(fresh, { recursive: true, force: true })
  const build = await rolldown({
    input: {
      index: compiled('index.js'),
      token: compiled('http/token.js'),
      'flow-file': compiled('flows/flow-file.js'),
      'writer-thread': compiled('log/writer-thread.js'),
      'reader-thread': compiled('log/reader-thread.js'),
      'file-check-thread': compiled('log/file-check-thread.js'),
    },
    platform: 'node',
    external: EXTERNAL,
    plugins: [
      {
        name: 'config',
        // Most commands load this one alone: what others take of it stands in it, not in a second file to be opened.
        buildStart() {
          const id = compiled('config.js')
          this.emitFile({ type: 'chunk', id, fileName: 'config.js', preserveSignature: 'allow-extension' })
        },
      },
    ],
  })
  // Names without a hash: a gateway that is running finds what it loads later, also after the next build.
  const { output } = await build.write({ dir: fresh, format: 'esm', chunkFileNames: '[name].js' })
  await build.close()
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []))
  writeFileSync(join(fresh, 'licences.txt'), licences(modules))
  // All of it or nothing: a build that is cut short leaves the one before.
  rmSync(out, { recursive: true, force: true })
  renameSync(fresh, out)
}

/** The licences of the packages that went into it. @param {string[]} modules paths */
function licences(modules) {
  const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined))
  return [...folders]
    .sort()
    .map((folder) => `${folder.replace(/^.*node_modules\//, '')}\n\n${licenceIn(folder)}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}

/** @param {string} path */
function packageFolder(path) {
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
}

/** @param {string} folder */
function licenceIn(folder) {
  const file = readdirSync(folder).find((name) => LICENCE.test(name))
  if (file) return readFileSync(join(folder, file), 'utf8').trim()
  return `${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).license} licence`
}
