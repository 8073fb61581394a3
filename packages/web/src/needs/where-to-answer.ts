import type { Glance, SessionMeta } from '@signalbox/protocol'
import { neutralise } from '../text/neutralise.js'
import { shortFolder } from '../text/short-folder.js'

/** Where the terminal of an agent is, as far as it told: "~/shop · tmux %5 · pts/3". Empty where nobody knows. */
export function whereToAnswer(
  session: Pick<SessionMeta, 'cwd' | 'process'> | undefined,
  glance: Pick<Glance, 'cwd' | 'host' | 'tmuxTarget' | 'pid'> | undefined,
): string {
  const cwd = session?.cwd ?? glance?.cwd
  const {
    tty,
    tmuxPane = glance?.tmuxTarget,
    host = glance?.host,
    pid = glance?.pid,
  } = session?.process ?? {}
  const parts = [
    cwd && shortFolder(cwd),
    tmuxPane && `tmux ${neutralise(tmuxPane)}`,
    tty && neutralise(tty).replace(/^\/dev\//, ''),
    // The number of a process helps only who has nothing better.
    !tmuxPane && !tty && pid !== undefined && `process ${pid}`,
    host && `on ${neutralise(host)}`,
  ]
  return parts.filter(Boolean).join(' · ')
}
