import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Words of the whole page, at home in base.css. */
const BASE = 'style/base.css'

interface Rule {
  file: string
  classes: string[]
  /** Nothing but this one class, so it applies wherever it is used. */
  alone: boolean
}

/** Whether it is the class of the component itself, which whoever holds it may place. */
const isRoot = (name: string, file: string) => {
  const stem = file.split('/').at(-1)?.replace('.css', '')
  return stem === name || stem?.startsWith(`${name}-`)
}

/** The selectors of every component. */
function rules(): Rule[] {
  const root = new URL('../', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !file.startsWith('docs'),
  )
  return files.flatMap((file) => {
    const text = readFileSync(new URL(file, root), 'utf8').replace(/\/\*[\s\S]*?\*\/|:is\([^)]*\)/g, '')
    const selectors = [...text.matchAll(/([^{}@;]+)\{/g)].flatMap(([, list = '']) => list.split(','))
    return selectors.map((selector) => ({
      file,
      classes: [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name),
      alone: /^\s*\.[\w-]+(?:::?[\w-]+(?:\([^)]*\))?|\[[^\]]*\])*\s*$/.test(selector),
    }))
  })
}

it('has no name for a class in one component that means something else in another', () => {
  const all = rules()
  const owners = new Map(
    all
      .filter(({ alone, classes, file }) => alone && file !== BASE && !isRoot(classes[0] ?? '', file))
      .map(({ classes, file }) => [classes[0], file]),
  )
  const folderOf = (file: string) => file.split('/').slice(0, -1).join('/')
  const clashes = all
    .filter(({ classes, file }) => {
      const owner = owners.get(classes.at(-1))
      return owner !== undefined && folderOf(owner) !== folderOf(file)
    })
    .map(({ classes, file }) => `.${classes.at(-1)} of ${owners.get(classes.at(-1))} in ${file}`)
  expect([...new Set(clashes)]).toEqual([])
})
