import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../log/testing.js'
import { MAX_FILE_BYTES, writeFlowText } from './flow-file.js'
import type { FlowSnapshot } from './flow-snapshot.js'
import { becoming, configWith, example, flow, kindOf, openStore } from './flow-store.fixture.js'

/** Who is root may write anywhere; as nobody one may not. */
async function withoutPrivileges(work: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

describe('files that cannot be used', () => {
  const good = writeFlowText([flow('good')])

  it('take only themselves out, and say where they are wrong', async () => {
    const { store, ids, lines } = await openStore({
      'bad.yaml': 'version: 1\nflows:\n  - id: bad\n    event_type: nope\n',
      'broken.yaml': 'version: [',
      'good.yaml': good,
      'latin.yaml': '',
      'notes.txt': 'not a flow file',
      '.hidden.yaml': 'neither is this: [',
    })
    expect(ids()).toEqual(['good'])
    expect(store.state).toBe('ready')
    expect(store.current.errors).toMatchObject([
      { file: 'bad.yaml', line: 4, column: 17, field: 'flows[0].event_type' },
      { file: 'broken.yaml', line: 1 },
      { file: 'latin.yaml', message: 'is empty; write version: 1 and flows:' },
    ])
    expect(store.current.files.find(({ file }) => file === 'good.yaml')).toEqual({
      file: 'good.yaml',
      trigger_id: 'good',
    })
    const warned = lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields)
    expect(warned).toMatchObject([
      { file: 'bad.yaml', line: 4, problem: expect.stringContaining('is not an event type') },
      { file: 'broken.yaml', problem: expect.stringContaining('is not YAML') },
      { file: 'latin.yaml', problem: expect.stringContaining('is empty') },
    ])
    const told = lines.length
    await store.refresh()
    expect(lines).toHaveLength(told)
  })

  it('may be no text, no file, or far too long', async () => {
    const { store, directory, ids } = await openStore({ 'good.yaml': good })
    writeFileSync(join(directory, 'bytes.yaml'), Buffer.from([0x61, 0xff, 0xfe]))
    mkdirSync(join(directory, 'folder.yaml'))
    writeFileSync(join(directory, 'long.yaml'), '- a\n')
    // So long that nobody could read it.
    truncateSync(join(directory, 'long.yaml'), 2 ** 40)
    writeFileSync(join(directory, 'one-more.yaml'), '#'.repeat(MAX_FILE_BYTES + 1))
    await store.refresh()
    expect(store.current.errors).toEqual([
      { file: 'bytes.yaml', message: 'is not UTF-8' },
      { file: 'folder.yaml', message: 'is not a file' },
      { file: 'long.yaml', message: `has more than ${MAX_FILE_BYTES} bytes` },
      { file: 'one-more.yaml', message: `has more than ${MAX_FILE_BYTES} bytes` },
    ])
    expect(ids()).toEqual(['good'])
  })

  it('leave out a trigger that another file has already, and nothing else', async () => {
    const { store, directory } = await openStore({
      'a.yaml': writeFlowText([flow('same', { label: 'first' })]),
      'b.yaml': writeFlowText([flow('own'), flow('same')]),
    })
    expect(store.current.config.triggers).toEqual([flow('same', { label: 'first' }), flow('own')])
    const message = 'same is in a.yaml already, and that one is used; the other flows of this file are used'
    expect(store.current.errors).toEqual([
      { file: 'b.yaml', line: 5, column: 9, field: 'flows[1].id', message },
    ])
    expect(store.current.files).toMatchObject([
      { file: 'a.yaml', trigger_id: 'same' },
      { file: 'b.yaml', trigger_id: 'own' },
      { file: 'b.yaml', error: { field: 'flows[1].id' } },
    ])
    rmSync(join(directory, 'a.yaml'))
    await store.refresh()
    expect(store.current.errors).toEqual([])
    expect(store.current.triggers.size).toBe(2)
  })

  it('are the newcomers: a trigger that is in use goes on as it is, whatever the other file is called', async () => {
    const { store, write, directory } = await openStore({
      'm.yaml': writeFlowText([flow('same', { label: 'running' })]),
    })
    const labels = () => store.current.config.triggers.map(({ label }) => label)
    write('a.yaml', writeFlowText([flow('same', { label: 'new' })]))
    write('same.flow.yaml', writeFlowText([flow('same', { label: 'new' })]))
    await store.refresh()
    expect(labels()).toEqual(['running'])
    expect(store.current.errors).toMatchObject([
      { file: 'a.yaml', message: 'same is in m.yaml already, and that one is used' },
      { file: 'same.flow.yaml' },
    ])
    write('m.yaml', writeFlowText([flow('same', { label: 'edited' })]))
    await store.refresh()
    expect(labels()).toEqual(['edited'])
    rmSync(join(directory, 'm.yaml'))
    await store.refresh()
    expect(labels()).toEqual(['new'])
    expect(store.current.errors).toMatchObject([{ file: 'a.yaml' }])
  })

  it('are at first those that are not called after their trigger, then the later ones', async () => {
    const { ids, store } = await openStore({
      'a.yaml': writeFlowText([flow('same', { label: 'copy' })]),
      'same.flow.yaml': writeFlowText([flow('same', { label: 'own' })]),
      'z.yaml': writeFlowText([flow('same', { label: 'copy' })]),
    })
    expect(ids()).toEqual(['same'])
    expect(store.current.config.triggers).toMatchObject([{ label: 'own' }])
    expect(store.current.errors.map(({ file }) => file)).toEqual(['a.yaml', 'z.yaml'])
  })

  it('keep what of them is not used when the rest is changed or removed', async () => {
    const { store, read, ids } = await openStore({
      'a.yaml': writeFlowText([flow('same')]),
      'b.yaml': writeFlowText([flow('same', { label: 'work' }), flow('own')]),
    })
    await store.putTrigger(flow('own', { label: 'changed' }))
    expect(read('b.yaml')).toContain('work')
    expect(await store.deleteTrigger('own')).toBe(true)
    expect(read('b.yaml')).toContain('work')
    expect(ids()).toEqual(['same'])
  })

  it('are those that make too many triggers', async () => {
    const many = Array.from({ length: 600 }, (_, n) => n)
    const { store } = await openStore({
      'a.yaml': writeFlowText(many.map((n) => flow(`a${n}`))),
      'b.yaml': writeFlowText(many.map((n) => flow(`b${n}`))),
    })
    expect(store.current.triggers.size).toBe(600)
    expect(store.current.errors).toEqual([{ file: 'b.yaml', message: 'makes more than 1000 triggers' }])
  })

  it('stay where they are when all flows are replaced: somebody is at work on them', async () => {
    const bad = 'version: 1\nflows:\n  - id: work\n    event_type: soon\n'
    const { store, read, names, ids } = await openStore({ 'work.flow.yaml': bad, 'good.yaml': good })
    await store.put(configWith('work'))
    expect(read('work.flow.yaml')).toBe(bad)
    expect(names()).toEqual(['work-2.flow.yaml', 'work.flow.yaml'])
    expect(ids()).toEqual(['work'])
  })
})

describe('files that are edited', () => {
  it('are read again by themselves, put right or put wrong', async () => {
    const { store, write, directory } = await openStore({ 'a.yaml': writeFlowText([flow('a')]) })
    write('b.yaml', writeFlowText([flow('b')]))
    await becoming(store, ({ triggers }) => triggers.size === 2)
    write('b.yaml', 'version: 1\nflows: [')
    expect((await becoming(store, ({ errors }) => errors.length === 1)).triggers.size).toBe(1)
    write('b.yaml', writeFlowText([flow('b'), flow('c')]))
    await becoming(store, ({ triggers, errors }) => triggers.size === 3 && errors.length === 0)
    rmSync(join(directory, 'a.yaml'))
    await becoming(store, ({ triggers }) => triggers.size === 2)
  })

  it('are noticed also where the system does not tell: in a directory that was made anew', async () => {
    const { store, write, directory } = await openStore(
      { 'a.yaml': writeFlowText([flow('a')]) },
      { pollMs: 20 },
    )
    rmSync(directory, { recursive: true })
    await becoming(store, ({ triggers }) => triggers.size === 0)
    expect(store.state).toBe('ready')
    write('b.yaml', writeFlowText([flow('b')]))
    await becoming(store, ({ triggers }) => triggers.size === 1)
  })

  it('may be renamed, or change places: their triggers are changed and removed where they are now', async () => {
    const { store, directory, names, ids, read } = await openStore()
    await store.put(configWith('a', 'b'))
    renameSync(join(directory, 'a.flow.yaml'), join(directory, 'other.yaml'))
    await store.refresh()
    expect(store.current.files).toContainEqual({ file: 'other.yaml', trigger_id: 'a' })
    await store.putTrigger(flow('a', { label: 'New' }))
    expect(names()).toEqual(['b.flow.yaml', 'other.yaml'])
    expect(read('other.yaml')).toContain('New')
    renameSync(join(directory, 'b.flow.yaml'), join(directory, 'b.yaml'))
    expect(await store.deleteTrigger('b')).toBe(true)
    expect([ids(), names()]).toEqual([['a'], ['other.yaml']])
  })

  it('of an order that is none do no harm', async () => {
    const { ids } = await openStore({ 'a.yaml': writeFlowText([flow('a')]), '.order.json': '{"a": [' })
    expect(ids()).toEqual(['a'])
  })
})

describe('a directory that cannot be read', () => {
  it('is said so, and keeps nobody from going on', async () => {
    const directory = join(tempDir(), 'flows')
    writeFileSync(directory, 'in the way')
    const { store, lines, ids } = await openStore({}, { directory })
    expect(store.state).toEqual({ unreadable: `${directory} is a file, not a folder; move it away` })
    expect(lines).toMatchObject([{ level: 'warn', message: 'flows cannot be read' }])
    expect(await kindOf(store.put(example()))).toBe('flowsUnavailable')
    expect(await kindOf(store.deleteTrigger('x'))).toBe('flowsUnavailable')
    rmSync(directory)
    await store.refresh()
    expect(store.state).toBe('ready')
    await store.put(configWith('a'))
    rmSync(directory, { recursive: true })
    writeFileSync(directory, 'in the way')
    const heard: FlowSnapshot[] = []
    store.onChange((snapshot) => void heard.push(snapshot))
    await store.refresh()
    expect(store.state).toEqual({ unreadable: `${directory} is a file, not a folder; move it away` })
    expect(heard).toHaveLength(1)
    expect(ids()).toEqual(['a'])
  })

  it('or not be written to, refuses changes and keeps what it has', async () => {
    const parent = tempDir()
    const directory = join(parent, 'flows')
    const { store, ids } = await openStore({ 'a.yaml': writeFlowText([flow('a')]) }, { directory })
    chmodSync(parent, 0o755)
    chmodSync(directory, 0o555)
    await withoutPrivileges(async () => {
      expect(await kindOf(store.put(configWith('a', 'b')))).toBe('flowsUnavailable')
      expect(store.state).toBe('ready')
    })
    expect(ids()).toEqual(['a'])
    expect(readdirSync(directory)).toEqual(['a.yaml'])
    chmodSync(directory, 0o700)
    await store.put(configWith('a', 'b'))
    expect(ids()).toEqual(['a', 'b'])
  })

  it('loses what a gateway that was killed left half written', async () => {
    const half = '.a.flow.yaml.0123456789ab.tmp'
    const { directory } = await openStore({ [half]: 'half', '.swp.tmp': 'an editor’s' })
    expect(existsSync(join(directory, half))).toBe(false)
    expect(existsSync(join(directory, '.swp.tmp'))).toBe(true)
  })
})
