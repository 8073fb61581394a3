import { describe, expect, it } from 'vitest'
import { clean } from '../packages/protocol/dist/harmonize/clean.js'

const SIZE = 500_000
const many = (piece) => piece.repeat(SIZE / piece.length)
const different = Array.from({ length: SIZE / 10 }, (_, index) => `<ide_${index}>`).join('\n')

/** Each took minutes or many seconds once: something was looked through again for every piece. */
const TRAPS = {
  'words between many ends': many('<tick>').slice(SIZE / 2) + many('x</tick>').slice(SIZE / 2),
  'attributes that are none': many(`<channel ${'a'.repeat(980)}>x</channel>\n`),
  'one speaker, many parts': `<channel ${'a-'.repeat(480)}>${many('x\n<ide_a/>')}`,
  'phrases without a paragraph': many('Caveat: The messages below were generated\n<tick/>'),
  'phrases on one line': many('<<autonomous-loop-dynamic>><tick/>'),
  'headings without a line': many('# AGENTS.md instructions'),
  'fences inside blocks': `${many('<tick>\n<ide_a>\n```x\n</ide_a>\n')}\n\`\`\`\n`,
  'tasks and fences inside blocks': `${many('<task-notification>\n</task-notification>\n<ide_a>\n```x\n</ide_a>\n')}\n\`\`\`\n`,
  'tags all different': different,
  'ends of results': `<task-notification>${many('</task-notification>\n</result>')}`,
  'tasks without results': many('<task-notification>\n</task-notification>\n'),
  'texts inside texts': many('<user_shell_command><command>ls</command><result>'),
  'strings of a terminal': many('\u001b]0;'),
  'commands without ends': many('<command-name>x\n'),
}

describe('time grows with the text alone', () => {
  it.each(Object.entries(TRAPS))('%s', (_name, text) => {
    const before = process.cpuUsage()
    const { fallback } = clean(text)
    const { user, system } = process.cpuUsage(before)
    expect(fallback).toBe(false)
    // A second is for a machine that is slow and busy; half a megabyte takes a twentieth of it.
    expect((user + system) / 1000).toBeLessThan(1000)
  })
})
