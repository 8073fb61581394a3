import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readFlowFile } from './read-flow-file.js'

function fileWith(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'signalbox-flow-file-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = join(directory, 'rule.yaml')
  writeFileSync(path, text)
  return path
}

it('gives the triggers of a file', async () => {
  const text =
    'version: 1\nflows:\n  - id: a\n    event_type: notify_event\n  - id: b\n    event_type: plan-new\n'
  expect(await readFlowFile(fileWith(text))).toEqual([
    { id: 'a', event_type: 'notify_event' },
    { id: 'b', event_type: 'plan-new' },
  ])
})

it.each([
  ['what is not YAML', 'version: 1\nflows: [', /rule\.yaml:2:\d+: is not YAML: .+\.$/],
  ['an alias', 'version: 1\nflows: &a []\n', /rule\.yaml:2:8: YAML anchors are not taken/],
  [
    'an activity there is not',
    'version: 1\nflows:\n  - id: a\n    event_type: notify_event\n    bindings:\n      - { activity_id: run_command, config: {} }\n',
    /rule\.yaml:6:\d+: flows\[0\]\.bindings\[0\]\.activity_id must be one of toast_notification/,
  ],
  ['an empty file', '', /rule\.yaml.*: /],
])('says where it is wrong: %s', async (_what, text, sentence) => {
  await expect(readFlowFile(fileWith(text))).rejects.toThrow(sentence)
})

it('says that there is no file', async () => {
  await expect(readFlowFile('/nowhere/rule.yaml')).rejects.toThrow('Cannot read /nowhere/rule.yaml (ENOENT).')
})
