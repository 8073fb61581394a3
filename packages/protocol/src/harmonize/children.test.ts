import { describe, expect, it } from 'vitest'
import { childrenOf, withoutChildTags } from './children.js'
import { TAGS } from './tags.js'

const rowOf = (tag: string) => {
  const row = TAGS.find((one) => one.tag === tag)
  if (!row) throw new Error(`no row for ${tag}`)
  return row
}
const TASK = rowOf('task-notification')
const read = (inside: string) => Object.fromEntries(childrenOf(inside, TASK))

describe('childrenOf', () => {
  it.each([
    ['<task-id>a</task-id>\n<status>done</status>', { 'task-id': 'a', status: 'done' }],
    ['<STATUS a="b"> done\n</Status >', { status: 'done' }],
    ['<status/><summary>s</summary>', { status: '', summary: 's' }],
    ['<summary>a</summary><summary>b</summary>', { summary: 'a' }],
    ['<summary>x 2&gt;&amp;1 &amp;lt;</summary>', { summary: 'x 2>&1 &lt;' }],
    [
      '<summary>a <b>bold</b> <status>no</status></summary>',
      { summary: 'a <b>bold</b> <status>no</status>' },
    ],
    ['<summary>cut off', { summary: 'cut off' }],
    ['<summary>cut off\n<status>done</status>', { summary: 'cut off', status: 'done' }],
    ['</status>words<task-id>a</task-id>', { 'task-id': 'a' }],
    ['<summary-of>a</summary-of>', {}],
    ['just words', {}],
    ['', {}],
  ])('reads %j', (inside, children) => {
    expect(read(inside)).toEqual(children)
  })

  it('carves the result out, from its first start to its last end', () => {
    const inside =
      '<task-id>a</task-id><result>x <task-id>b</task-id> </result> y <result> z</result><status>s</status>'
    expect(read(inside)).toEqual({
      'task-id': 'a',
      result: 'x <task-id>b</task-id> </result> y <result> z',
      status: 's',
    })
  })

  it('takes a result without an end to the end', () => {
    expect(read('<task-id>a</task-id><result>x <status>no</status>')).toEqual({
      'task-id': 'a',
      result: 'x <status>no</status>',
    })
  })

  it('knows the children of each tag only', () => {
    const shell = rowOf('user_shell_command')
    expect(Object.fromEntries(childrenOf('<command>\nls\n</command><status>s</status>', shell))).toEqual({
      command: 'ls',
    })
  })
})

describe('withoutChildTags', () => {
  it('reads an environment line by line', () => {
    const inside =
      '\n  <cwd>/home/dev</cwd>\n  <shell>bash</shell>\n  <filesystem><root>/</root></filesystem>\n\n'
    expect(withoutChildTags(inside, rowOf('environment_context'))).toBe('/home/dev\nbash\n/')
  })

  it('leaves a text without them as it is, but for the ends', () => {
    expect(withoutChildTags('\n  a\n\n  b\n', TASK)).toBe('a\n\n  b')
    expect(withoutChildTags(' <cwd>a</cwd> ', rowOf('system-reminder'))).toBe('<cwd>a</cwd>')
  })
})
