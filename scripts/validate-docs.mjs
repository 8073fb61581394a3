import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Strangers read the documents with these. They are no part of the tree: one of them brings an install script.
const PARSERS = {
  '@asyncapi/parser': '3.6.3',
  '@redocly/openapi-core': '2.64.0',
  '@apidevtools/swagger-parser': '12.1.0',
  '@open-rpc/schema-utils-js': '2.2.1',
}
const packages = Object.entries(PARSERS).map(([name, version]) => `${name}@${version}`)

const docs = fileURLToPath(new URL('../docs', import.meta.url))
const [argument = join('.cache', 'ci', 'parsers')] = process.argv.slice(2)

if (argument === '--packages') {
  console.log(packages.join(' '))
} else {
  const folder = resolve(argument)
  const missing = Object.keys(PARSERS).filter((name) => !existsSync(join(folder, 'node_modules', name)))
  if (missing.length > 0) {
    console.error(`The parsers ${missing.join(', ')} are not in ${argument}. Install them there:`)
    console.error(`  npm install --ignore-scripts --prefix ${argument} ${packages.join(' ')}`)
    process.exitCode = 2
  } else {
    const faults = (
      await Promise.all([checkOpenApi, checkAsyncApi, checkOpenRpc].map((check) => check(folder)))
    ).flat()
    for (const fault of faults) console.error(fault)
    console.log(faults.length === 0 ? 'three documents are valid' : `${faults.length} faults`)
    process.exitCode = faults.length === 0 ? 0 : 1
  }
}

/** Two opinions: the letter of the specification, and the habits of its readers (examples must fit, names be unique). */
async function checkOpenApi(folder) {
  const path = join(docs, 'openapi.json')
  const { createConfig, lint } = await load(folder, '@redocly/openapi-core')
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lint({ ref: path, config })
  const faults = problems.map(
    ({ ruleId, message, location }) => `openapi.json ${location[0]?.pointer ?? ''} ${message} (${ruleId})`,
  )
  const { default: SwaggerParser } = await load(folder, '@apidevtools/swagger-parser')
  try {
    await SwaggerParser.validate(path)
  } catch (error) {
    faults.push(`openapi.json ${error instanceof Error ? error.message : String(error)}`)
  }
  return faults
}

/** Errors and warnings are faults. Advice is not: 3.0 is what the tools in the field read, though 3.1 is out. */
async function checkAsyncApi(folder) {
  const { Parser } = await load(folder, '@asyncapi/parser')
  const { document, diagnostics } = await new Parser().parse(
    await readFile(join(docs, 'asyncapi.json'), 'utf8'),
  )
  const [ERROR, WARNING] = [0, 1]
  const faults = diagnostics
    .filter(({ severity }) => severity === ERROR || severity === WARNING)
    .map(({ path, message, code }) => `asyncapi.json ${path.join('.')} ${message} (${code})`)
  return document || faults.length > 0 ? faults : ['asyncapi.json cannot be read']
}

/** By the meta-schema of its version, also with every pointer followed; and every example as a call would be checked. */
async function checkOpenRpc(folder) {
  const { parseOpenRPCDocument, MethodCallValidator } = await load(folder, '@open-rpc/schema-utils-js')
  try {
    const document = await parseOpenRPCDocument(await readFile(join(docs, 'openrpc.json'), 'utf8'))
    const validator = new MethodCallValidator(document)
    return document.methods.flatMap(({ name, examples }) =>
      examples.flatMap(({ params }) => {
        const values = Object.fromEntries(params.map((param) => [param.name, param.value]))
        const faults = validator.validate(name, values)
        return [faults].flat().map((fault) => `openrpc.json ${name} ${fault.message}`)
      }),
    )
  } catch (error) {
    return [`openrpc.json ${error instanceof Error ? error.message : (error?.message ?? String(error))}`]
  }
}

function load(folder, name) {
  const require = createRequire(join(folder, 'package.json'))
  return import(pathToFileURL(require.resolve(name)).href)
}
