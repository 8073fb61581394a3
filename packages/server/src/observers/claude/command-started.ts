import { readFileSync } from 'node:fs'

/** Shells Claude Code starts for a command have this in their command line, and the command behind `eval`. */
const EVAL = ' eval '
/** It prepares its shell with this once, before the first command of all. */
const PREPARES = 'SNAPSHOT_FILE='
/** A head of the command is enough to know it by; behind a pipe it may be written otherwise. */
const HEAD = 200

/** The processes a process has started, as far as they are still there. None where the system does not tell. */
export function childrenOf(pid: number): number[] {
  const text = read(`/proc/${pid}/task/${pid}/children`)
  return text.split(' ').flatMap((child) => (child.trim() === '' ? [] : [Number(child)]))
}

/** The command line of a process; empty where it is gone. */
export function commandLine(pid: number): string {
  return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
}

/**
 * Whether this is the shell that Claude Code started for the command. That a shell is prepared tells as well, where
 * only one command waits for it. Pure.
 */
export function runsCommand(line: string, command: string, only: boolean): boolean {
  if (line.includes(PREPARES)) return only
  const at = line.indexOf(EVAL)
  const head = bare(command.split(/[|\n]/, 1)[0] ?? '').slice(0, HEAD)
  return at >= 0 && head !== '' && bare(line.slice(at + EVAL.length)).startsWith(head)
}

/** Without what quoting adds. */
function bare(text: string): string {
  return text.slice(0, 4 * HEAD).replace(/['"\\\s]/g, '')
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
