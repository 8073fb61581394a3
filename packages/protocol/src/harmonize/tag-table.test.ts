import { describe, expect, it } from 'vitest'
import type { TagRow } from './tag-row.js'
import { TagTable } from './tag-table.js'
import { TAGS } from './tags.js'

const row = (tag: string): TagRow => ({
  ...{ tag, agents: ['claude'], action: 'unwrap', kind: 'notice' },
  ...{ evidence: 'reported', source: 'this test', about: 'A tag.' },
})

describe('TagTable', () => {
  const table = new TagTable(
    ['task', 'task-notification', 'permissions instructions', 'INSTRUCTIONS', 'ide_*'].map(row),
  )
  const found = (text: string) => table.find(text, 0)?.name

  it.each([
    ['task>', 'task'],
    ['task', 'task'],
    ['TASK a="b">', 'task'],
    ['task-notification/>', 'task-notification'],
    ['Task-Notification>', 'task-notification'],
    ['permissions instructions>', 'permissions instructions'],
    ['Permissions INSTRUCTIONS a>', 'permissions instructions'],
    ['instructions>', 'instructions'],
    ['ide_selection>', 'ide_'],
    ['IDE_Anything_Else-2>', 'ide_'],
  ])('knows %j', (text, name) => {
    expect(found(text)).toBe(name)
  })

  it.each([
    [''],
    ['>'],
    ['t'],
    ['tas>'],
    ['tasks>'],
    ['task_>'],
    ['task1>'],
    ['task-notification-service>'],
    ['permissions>'],
    ['permissions  instructions>'],
    ['permissions\ninstructions>'],
    ['permissions instructions2>'],
    ['ide>'],
    ['ide_>'],
    ['ide->'],
    [`ide_${'x'.repeat(80)}>`],
    ['ﬁle>'],
    ['tasK>'.replace('K', '\u212a')],
  ])('does not know %j', (text) => {
    expect(found(text)).toBeUndefined()
  })

  it('looks where it is told', () => {
    expect(table.find('<b> </task>', 6)?.name).toBe('task')
  })

  it('tells where the name ended', () => {
    for (const name of ['task', 'permissions instructions', 'ide_selection']) {
      table.find(`</${name} a="b">`, 2)
      expect(table.nameEnd).toBe(2 + name.length)
    }
  })

  it('gives the members of a family numbers of their own, in any case the same', () => {
    const idOf = (text: string) => table.find(text, 0)?.id ?? -1
    const ids = ['task', 'task-notification', 'instructions', 'ide_a', 'ide_b', 'ide_selection'].map(idOf)
    expect(new Set(ids).size).toBe(ids.length)
    expect(idOf('IDE_A')).toBe(idOf('ide_a'))
  })

  it('finds every tag of the registry', () => {
    const all = new TagTable(TAGS)
    for (const { tag } of TAGS) {
      const name = tag.replace('*', 'x').toLowerCase()
      expect(all.find(`${name}>`, 0)?.row.tag).toBe(tag)
      expect(all.find(`${name.toUpperCase()} >`, 0)?.row.tag).toBe(tag)
    }
  })
})
