import type { Segment } from './palette.js'

/** Words a person should not overlook in a command. They are marked, nothing else. */
const WORDS =
  /(?<![\w-])(?:rm|rmdir|sudo|doas|su|dd|mkfs|shred|truncate|chmod|chown|kill|killall|pkill|reboot|shutdown|publish|deploy|push|drop|delete|destroy|reset|purge|--force|--force-with-lease|--hard|--no-verify|--delete|-rf|-fr|-f)(?![\w-])/gi

/** A line of what would be done, with the dangerous words marked. */
export function markDangerous(line: string): Segment[] {
  const segments: Segment[] = []
  let from = 0
  for (const { 0: word, index } of line.matchAll(WORDS)) {
    if (index > from) segments.push({ text: line.slice(from, index) })
    segments.push({ text: word, style: 'dangerous' })
    from = index + word.length
  }
  if (from < line.length) segments.push({ text: line.slice(from) })
  return segments
}
