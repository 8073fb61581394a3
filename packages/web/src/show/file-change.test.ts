import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf, type FileChange } from './file-change.js'

/** A change in a few lines: its kind, its path, and its lines with their signs. */
const told = (changes: readonly FileChange[]) =>
  changes.map(({ kind, path, movedTo, hunks }) => [
    `${kind} ${path}${movedTo === undefined ? '' : ` to ${movedTo}`}`,
    ...hunks.flatMap(({ lines }) => lines.map(({ sign, text }) => sign + text)),
  ])

const PATCH = `*** Begin Patch
*** Update File: src/main.rs
*** Move to: src/bin.rs
@@ fn main() {
     let a;
-    run(a);
+    run(a)?;
 }
@@
-x
+y
*** End of File
*** Add File: NOTES.md
+# Notes
+
*** Delete File: old.txt
*** End Patch`

const PATCHED = [
  ['changed src/main.rs to src/bin.rs', '     let a;', '-    run(a);', '+    run(a)?;', ' }', '-x', '+y'],
  ['added NOTES.md', '+# Notes', '+'],
  ['deleted old.txt'],
]

const DIFF =
  'Index: a.txt\n===\n--- a.txt\tOriginal\n+++ a.txt\tWritten\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n'

const CALLS: [what: string, tool: string, args: unknown, expected: string[][]][] = [
  [
    'Claude Code: Edit',
    'Edit',
    { file_path: '/p/a.ts', old_string: 'a\nb', new_string: 'a\nc', replace_all: false },
    [['changed /p/a.ts', '-a', '-b', '+a', '+c']],
  ],
  [
    'Claude Code: MultiEdit',
    'MultiEdit',
    {
      file_path: 'a',
      edits: [
        { old_string: 'x', new_string: '' },
        { old_string: '', new_string: 'y\n' },
      ],
    },
    [['changed a', '-x', '+y']],
  ],
  ['Claude Code: Write', 'Write', { file_path: 'out.txt', content: 'x\n' }, [['added out.txt', '+x']]],
  [
    'Claude Code: NotebookEdit',
    'NotebookEdit',
    { notebook_path: 'n.ipynb', new_source: 'print(1)', cell_type: 'code' },
    [['changed n.ipynb', '+print(1)']],
  ],
  ['Codex: a patch in a hook', 'apply_patch', { command: PATCH }, PATCHED],
  ['Codex: a patch as the words of a command', 'apply_patch', { command: ['apply_patch', PATCH] }, PATCHED],
  ['Codex: a patch alone', 'apply_patch', PATCH, PATCHED],
  [
    'Codex: files of the app-server',
    'apply_patch',
    {
      changes: [
        { path: 'a', kind: 'add', diff: 'hello\n' },
        { path: 'b', kind: 'delete', diff: 'gone' },
        { path: 'c', kind: 'update', diff: '@@ -1 +1 @@\n-x\n+y' },
        { path: 'd', kind: 'update', diff: 'odd' },
      ],
    },
    [
      ['added a', '+hello'],
      ['deleted b', '-gone'],
      ['changed c', '-x', '+y'],
      ['changed d', ' odd'],
    ],
  ],
  [
    'Gemini: write_file',
    'write_file',
    { file_path: '/p/tui.txt', content: 'x' },
    [['added /p/tui.txt', '+x']],
  ],
  [
    'Gemini: replace',
    'replace',
    { file_path: 'a', old_string: 'x', new_string: 'y' },
    [['changed a', '-x', '+y']],
  ],
  ['opencode: write', 'write', { filePath: '/p/a.txt', content: 'x' }, [['added /p/a.txt', '+x']]],
  ['opencode: edit', 'edit', { filePath: 'a', oldString: 'x', newString: 'y' }, [['changed a', '-x', '+y']]],
  ['opencode: leave to edit', 'edit', { filepath: '/p/a.txt', diff: DIFF }, [['changed /p/a.txt', '+x']]],
  ['opencode: patch', 'patch', { patchText: PATCH }, PATCHED],
  [
    'the demo',
    'write_file',
    { path: 'signalbox-demo.md', content: '# a\n\nb\n' },
    [['added signalbox-demo.md', '+# a', '+', '+b']],
  ],
]

describe('changesOf', () => {
  it.each(CALLS)('%s', (_what, tool, args, expected) => {
    expect(told(changesOf(tool, args))).toEqual(expected)
  })

  it('is nothing for other tools and other arguments', () => {
    expect(changesOf('Bash', { command: PATCH })).toEqual([])
    expect(changesOf('Read', { file_path: 'a', content: 'b' })).toEqual([])
    for (const args of [
      null,
      undefined,
      1,
      [],
      'x',
      {},
      { file_path: 'a' },
      { file_path: 1, content: 'x' },
    ]) {
      expect(changesOf('Write', args)).toEqual([])
    }
  })

  it('is nothing where a call says two things: the harmless one could hide the other', () => {
    const edit = { file_path: 'a', old_string: 'x', new_string: 'y' }
    expect(changesOf('Write', { file_path: 'a', content: 'bad', diff: DIFF })).toEqual([])
    expect(changesOf('Edit', { ...edit, newString: 'z' })).toEqual([])
    expect(changesOf('Edit', { ...edit, filePath: 'b' })).toEqual([])
    expect(changesOf('Edit', { ...edit, content: 'z' })).toEqual([])
    expect(changesOf('MultiEdit', { ...edit, edits: [{ old_string: 'x', new_string: 'z' }] })).toEqual([])
    expect(changesOf('MultiEdit', { file_path: 'a', edits: [{ new_string: 'z', new_str: 'w' }] })).toEqual([])
    expect(changesOf('apply_patch', { command: 'rm -rf x', input: PATCH })).toEqual([])
  })

  it('says what is more than one place, the whole file, or not whole', () => {
    const edit = { file_path: 'a', old_string: 'x', new_string: 'y' }
    expect(changesOf('Edit', { ...edit, replace_all: true })[0]?.everywhere).toBe(true)
    expect(changesOf('replace', { ...edit, expected_replacements: 3 })[0]?.everywhere).toBe(true)
    expect(changesOf('Edit', edit)[0]).not.toHaveProperty('everywhere')
    expect(changesOf('Write', { file_path: 'a', content: 'x' })[0]?.whole).toBe(true)
    const cut = changesOf('Write', { file_path: 'a', content: 'x\ny… [cut, 99999 bytes in all]' })
    expect(cut[0]?.truncated).toBe(true)
    expect(told(cut)).toEqual([['added a', '+x', '+y']])
    const long = changesOf('Write', { file_path: 'a', content: 'x\n'.repeat(6000) })
    expect(long[0]?.truncated).toBe(true)
    expect(long[0]?.hunks[0]?.lines).toHaveLength(5000)
  })

  it('knows the lines of a unified diff by their numbers, and several files in one', () => {
    const diff = [
      '--- a/x.ts',
      '+++ b/x.ts',
      '@@ -10,2 +10,2 @@ class X',
      ' a',
      '--- looks like a header',
      '+b',
      '--- /dev/null',
      '+++ b/y.ts',
      '@@ -0,0 +1 @@',
      '+y',
      '--- a/z.ts',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-z',
    ].join('\n')
    const changes = changesOf('edit', { diff })
    expect(told(changes)).toEqual([
      ['changed x.ts', ' a', '--- looks like a header', '+b'],
      ['added y.ts', '+y'],
      ['deleted z.ts', '-z'],
    ])
    expect(changes[0]?.hunks[0]).toMatchObject({ oldStart: 10, newStart: 10, place: 'class X' })
  })

  it('shows also the lines of a patch that are not as they should be', () => {
    const patch = '*** Begin Patch\n*** Update File: a\nno sign\n-x\n*** End Patch'
    expect(told(changesOf('apply_patch', patch))).toEqual([['changed a', ' no sign', '-x']])
  })

  it('never throws and is bounded, whatever the arguments', () => {
    const tool = fc.constantFrom(
      'Edit',
      'MultiEdit',
      'Write',
      'apply_patch',
      'edit',
      'patch',
      'replace',
      '__proto__',
    )
    const line = fc.constantFrom(
      '*** Begin Patch',
      '*** Add File: a',
      '*** Update File: b',
      '*** Move to: c',
      '@@',
      '@@ -1,9 +1 @@',
      '--- a',
      '+++ b',
      '+x',
      '-y',
      ' z',
      'w',
      '',
    )
    const text = fc.array(line).map((lines) => lines.join('\n'))
    const args = fc.oneof(
      fc.jsonValue(),
      text,
      fc.record({ command: text, input: fc.jsonValue() }),
      fc.record({ path: text, diff: text }),
      fc.record({
        file_path: fc.jsonValue(),
        edits: fc.jsonValue(),
        old_string: fc.jsonValue(),
        new_string: text,
      }),
      fc.record({ changes: fc.array(fc.record({ path: fc.jsonValue(), kind: fc.jsonValue(), diff: text })) }),
    )
    fc.assert(
      fc.property(tool, args, (name, given) => {
        for (const { path, hunks } of changesOf(name, given)) {
          expect(typeof path).toBe('string')
          for (const { lines } of hunks) for (const { sign } of lines) expect(' +-').toContain(sign)
        }
      }),
    )
  })
})
