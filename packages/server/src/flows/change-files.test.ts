import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { tempDir } from '../log/testing.js'
import { changeFiles, type FileChange, isTemporary } from './change-files.js'

const CALLS = 'fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat'
const MODULE = new URL('./change-files.js', import.meta.url).href
const isTraceable = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** What a change asks of the system, in order. One thread for files: no call comes in the middle of another. */
async function callsOf(directory: string, changes: readonly FileChange[]): Promise<string[]> {
  const trace = join(tempDir(), 'trace')
  const script = `import { changeFiles } from ${JSON.stringify(MODULE)}
    await changeFiles(${JSON.stringify(directory)}, ${JSON.stringify(changes)})`
  const node = [process.execPath, '--input-type=module', '-e', script]
  await promisify(execFile)('strace', ['-f', '-y', '-e', `trace=${CALLS}`, '-o', trace, ...node], {
    env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
  })
  return readFileSync(trace, 'utf8').split('\n').flatMap(callIn)
}

/** A call that succeeded, with the names of the files it is about; a name nobody can foresee is told as such. */
function callIn(line: string): string[] {
  const [, call, about = ''] = /^\d+\s+(\w+)\((.*)\)\s+= 0$/.exec(line) ?? []
  if (call === undefined) return []
  const paths = about.matchAll(about.includes('"') ? /"([^"]*)"/g : /<([^>]*)>/g)
  const told = [...paths].map(([, path = '']) => basename(path).replace(/\.[0-9a-f]{12}\.tmp$/, '.…'))
  return [[call.replace(/at2?$/, ''), ...told].join(' ')]
}

/** kill -9 cannot show a missing fsync: what was written outlives the process. The system calls can. */
it.skipIf(!isTraceable)(
  'has every file on disk before the first gets its name, and the names before it resolves',
  async () => {
    const directory = join(tempDir(), 'flows')
    mkdirSync(directory)
    writeFileSync(join(directory, 'old.yaml'), 'old')
    const calls = await callsOf(directory, [
      { name: 'old.yaml', text: null },
      { name: 'a.yaml', text: 'a' },
      { name: 'b.yaml', text: 'b' },
    ])
    expect(calls.slice(0, 2).sort()).toEqual(['fsync .a.yaml.…', 'fsync .b.yaml.…'])
    expect(calls.slice(2)).toEqual([
      ...['rename .a.yaml.… a.yaml', 'rename .b.yaml.… b.yaml', 'unlink old.yaml'],
      'fsync flows',
    ])
    expect(readdirSync(directory).sort()).toEqual(['a.yaml', 'b.yaml'])
  },
)

it('leaves nothing half written behind where a name cannot be given', async () => {
  const directory = tempDir()
  mkdirSync(join(directory, 'b.yaml'))
  const changes = ['a.yaml', 'b.yaml'].map((name) => ({ name, text: 'x' }))
  await expect(changeFiles(directory, changes)).rejects.toMatchObject({ code: 'EISDIR' })
  expect(readdirSync(directory).filter(isTemporary)).toEqual([])
})
