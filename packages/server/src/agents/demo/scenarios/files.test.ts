import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../../log/testing.js'
import { isEnd, play, startDemo } from '../testing.js'
import { DEMO_FILE } from './files.js'

describe('files', () => {
  it('writes one file twice and tells its true sizes', async () => {
    const { agent, ear, cwd } = await startDemo()
    const sizes: number[] = []
    ear.during = ({ type }) => {
      if (type === 'file_changed') sizes.push(readFileSync(join(cwd, DEMO_FILE)).length)
    }
    await agent.prompt('demo:files')
    await ear.ended
    expect(ear.of('file_changed').map(({ data }) => data)).toEqual([
      { path: DEMO_FILE, iteration: 1, size: sizes[0] },
      { path: DEMO_FILE, iteration: 2, size: sizes[1] },
    ])
    expect(sizes[0]).not.toBe(sizes[1])
    expect(readdirSync(cwd)).toEqual([DEMO_FILE])
    const content = readFileSync(join(cwd, DEMO_FILE), 'utf8')
    expect(ear.of('tool_call').at(-1)?.data).toMatchObject({
      toolName: 'write_file',
      args: { path: DEMO_FILE, content },
    })
  })

  it('leaves nothing of a longer file that was there, and counts on', async () => {
    const { agent, ear, cwd } = await startDemo()
    writeFileSync(join(cwd, DEMO_FILE), 'x'.repeat(10_000))
    const played = () =>
      new Promise<void>((resolve) => {
        ear.during = (happening) => isEnd(happening) && resolve()
      })
    const first = played()
    await agent.prompt('demo:files')
    await first
    expect(readFileSync(join(cwd, DEMO_FILE), 'utf8')).not.toContain('xx')
    const second = played()
    await agent.prompt('demo:files')
    await second
    expect(ear.of('file_changed').map(({ data }) => data.iteration)).toEqual([1, 2, 3, 4])
  })

  const outside = () => {
    const path = join(tempDir(), 'precious')
    writeFileSync(path, 'precious')
    return path
  }

  it.each<[string, (path: string, target: string) => void]>([
    ['a symbolic link', (path, target) => symlinkSync(target, path)],
    ['a link to nothing', (path, target) => symlinkSync(`${target}-missing`, path)],
    ['a hard link', (path, target) => linkSync(target, path)],
    ['a directory', (path) => mkdirSync(path)],
    ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ])('does not write through %s, and goes on', async (_what, make) => {
    const cwd = tempDir()
    const target = outside()
    make(join(cwd, DEMO_FILE), target)
    const { ear } = await play('demo:files', { cwd })
    expect(readFileSync(target, 'utf8')).toBe('precious')
    expect(readdirSync(join(target, '..'))).toEqual(['precious'])
    expect(ear.of('file_changed')).toEqual([])
    expect(ear.of('tool_error')).toHaveLength(2)
    expect(ear.text()).toContain(`I could not write ${DEMO_FILE}`)
    expect(ear.heard.at(-1)).toMatchObject({ type: 'turn_complete', data: {} })
  })

  it('tells of a directory that is not there', async () => {
    const { ear } = await play('demo:files', { cwd: join(tempDir(), 'missing') })
    expect(ear.of('tool_error')[0]?.data.error).toContain('ENOENT')
  })
})
