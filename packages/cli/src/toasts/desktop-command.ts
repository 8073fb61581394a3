import type { Notification } from '@signalbox/protocol/flow'
import { oneLine, plainText } from '../terminal/plain-text.js'

/** A program of the desktop and what it is given, without a shell. */
export interface DesktopCommand {
  program: string
  args: readonly string[]
}

const URGENCY: Readonly<Record<Notification['level'], string>> = {
  info: 'low',
  warning: 'normal',
  error: 'critical',
}
const LONGEST = 1000

type Make = (title: string, body: string, level: Notification['level']) => DesktopCommand

/** By the system. The words are arguments: nothing in them is a command, nor a tag. */
const SYSTEMS: Readonly<Record<string, Make>> = {
  linux: (title, body, level) => ({
    program: 'notify-send',
    args: ['--app-name=Signalbox', `--urgency=${URGENCY[level]}`, '--', title, escaped(body)],
  }),
  darwin: (title, body) => ({
    program: 'osascript',
    args: [
      ...['-e', 'on run argv'],
      ...['-e', 'display notification (item 2 of argv) with title (item 1 of argv)'],
      ...['-e', 'end run'],
      title,
      body,
    ],
  }),
}

/** How the desktop of a system shows a notification; undefined where it has no such program. */
export function desktopCommand(
  system: string,
  { level, message }: Pick<Notification, 'level' | 'message'>,
  session: string,
): DesktopCommand | undefined {
  const make = Object.hasOwn(SYSTEMS, system) ? SYSTEMS[system] : undefined
  const title = ['Signalbox', oneLine(session)].filter((part) => part !== '').join(': ')
  return make?.(title, plainText(message).trim().slice(0, LONGEST), level)
}

/** Some desktops take the text for markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
