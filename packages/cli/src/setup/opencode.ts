import { join } from 'node:path'
import type { AgentSetup, Texts } from './agent-setup.js'
import { HOOKS_VERSION } from './hook-command.js'
import { LeftAlone } from './left-alone.js'
import { directoryOf, type Surroundings } from './surroundings.js'

const FIRST_LINE = /^\/\/ signalbox plugin \d+\b/
const DATA_DIR = /^const DATA_DIR = .*$/m

export const opencode: AgentSetup = {
  id: 'opencode',
  title: 'opencode',
  program: 'opencode',
  directory: (surroundings) =>
    surroundings.env.OPENCODE_CONFIG_DIR?.trim() ||
    join(directoryOf(surroundings, 'XDG_CONFIG_HOME', '.config'), 'opencode'),
  paths: (surroundings) => [join(opencode.directory(surroundings), 'plugin', 'signalbox.js')],
  added: (texts, surroundings) => {
    const plugin = pluginText(surroundings)
    return new Map([...texts.keys()].map((path) => [checked(path, texts), plugin]))
  },
  removed: (texts) => new Map([...texts.keys()].map((path) => [checked(path, texts), undefined])),
  remarks: () => [],
  obstacles: () => [],
}

/** The shipped plugin, told where its gateway keeps its files. */
export function pluginText({
  pluginSource,
  dataDir,
}: Pick<Surroundings, 'pluginSource' | 'dataDir'>): string {
  const body = pluginSource.replace(DATA_DIR, () => `const DATA_DIR = ${JSON.stringify(dataDir)}`)
  return `// signalbox plugin ${HOOKS_VERSION}, written by "signalbox setup opencode"; --remove takes it away\n${body}`
}

function checked(path: string, texts: Texts): string {
  const text = texts.get(path)
  if (text === undefined || FIRST_LINE.test(text)) return path
  throw new LeftAlone(`${path} is left alone: it is not a plugin that Signalbox wrote.`)
}
