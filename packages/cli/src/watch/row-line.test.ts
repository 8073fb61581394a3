import { describe, expect, it } from 'vitest'
import { entry, HERE, NOW } from '../test/watch-fixture.js'
import { columnsFor } from './columns.js'
import { rowOf } from './row.js'
import { rowLine, titleLine } from './row-line.js'
import type { WatchEntry } from './watch-entry.js'
import { lineText } from './wrap-line.js'

const muted = new Set(['id-of-quiet'])
const rowFor = (one: WatchEntry) => rowOf(one, { now: NOW, here: HERE, muted, requests: new Map() })
const cwd = '/home/ada/a/very/deep/folder/of/code/on/things'
const long = rowFor(entry('shop', 'busy', 130, { name: 'shop', action: 'x'.repeat(90), cwd }))
const widths = columnsFor([long, rowFor(entry('解析器', 'idle', 4))], 100)
const still = { selected: false, moment: undefined }
const styles = (one: WatchEntry, selected = false) => {
  const line = rowLine(rowFor(one), widths, { selected, moment: undefined })
  const [bar, lamp, , word, , name] = line
  return [bar?.style, lamp?.style, word?.style, name?.style]
}

describe('rowLine', () => {
  it('stands under its titles, whatever is in it', () => {
    const lines = [
      titleLine(widths),
      rowLine(long, widths, still),
      rowLine(rowFor(entry('解析器', 'idle', 4)), widths, still),
    ].map(lineText)
    expect(lines).toEqual([
      '    STATE    NAME    AGENT   DOES                              FOLDER                            FOR',
      '  ● Working  shop    claude  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…  …deep/folder/of/code/on/things  2 min',
      '  ○ Idle     解析器  claude                                    ~/解析器                          4 s',
    ])
  })

  it('says by style who needs somebody, who is selected, and who is of no matter', () => {
    expect(styles(entry('a', 'permission'))).toEqual([undefined, 'needs', 'needs', 'strong'])
    expect(styles(entry('a', 'busy'))).toEqual([undefined, 'working', 'working', undefined])
    expect(styles(entry('a', 'busy'), true)).toEqual(['accent', 'working', 'working', 'strong'])
    expect(styles(entry('a', 'ended'))).toEqual([undefined, 'faint', 'faint', 'faint'])
    expect(styles(entry('quiet', 'permission'))).toEqual([undefined, 'faint', 'faint', 'faint'])
  })
})
