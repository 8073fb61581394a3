/** Where in a command a word stands that does something which is hard to take back. */
export interface Danger {
  from: number
  to: number
  /** What it does, as the title of the mark. */
  why: string
}

/** A command is longer than this only to hide something; what is beyond is shown all the same, without marks. */
const LOOKED_AT = 50_000
const MOST = 200

/** The words a shell takes as one, so that `rm` is found in `sudo rm x` and not in `farm` or `rm.ts`. */
const word = (words: string) => new RegExp(`(?<![\\w./-])(?:${words})(?![\\w.-])`, 'gi')
const flag = (flags: string) => new RegExp(`(?<=\\s)(?:${flags})(?![\\w-])`, 'g')

/* Every pattern is linear: none has two ways to match the same text, and what may repeat is bounded. */
const DANGERS: readonly (readonly [pattern: RegExp, why: string])[] = [
  [word('rm|rmdir|unlink|shred|del|rimraf|remove-item'), 'Deletes files'],
  [flag('--delete|-delete|--prune|--purge'), 'Deletes'],
  [word('delete|destroy|prune|purge'), 'Deletes'],
  [
    word('drop[ \\t]{1,8}(?:table|database|schema|index|column|user)|truncate[ \\t]{1,8}table|dropdb'),
    'Deletes data',
  ],
  [flag('--force|--force-with-lease|--hard|--no-verify|--no-preserve-root'), 'Skips a safety check'],
  [flag('--(?:dangerously|allow-dangerously|unsafe)-[\\w-]+|--yolo'), 'Skips a safety check'],
  [
    /\bgit[ \t]{1,8}(?:push|clean|checkout|branch|tag)(?:[ \t]{1,8}[^\s;|&]{1,100}){0,5}?[ \t]{1,8}(-(?:[a-z]{0,8}f[a-z]{0,8}|D))(?![\w-])/g,
    'Skips a safety check',
  ],
  [word('sudo|doas|su|pkexec|runas'), 'Runs with more rights'],
  [word('chmod|chown|chgrp|icacls|setfacl|setcap'), 'Changes who may do what'],
  [word('dd|mkfs(?:\\.\\w+)?|fdisk|parted|wipefs'), 'Writes to a disk'],
  [word('kill|pkill|killall|taskkill'), 'Ends processes'],
  [word('reboot|shutdown|poweroff|halt'), 'Stops the machine'],
  [word('publish|unpublish|deploy'), 'Publishes'],
  [word('push'), 'Sends to a remote'],
  [
    /(?<=\bgit[ \t]{1,8})(?:reset|clean|restore|rebase|filter-branch|filter-repo)(?![\w-])/g,
    'Changes what git holds',
  ],
  [/(?<=\bgit[ \t]{1,8}stash[ \t]{1,8})(?:drop|clear)(?![\w-])/g, 'Deletes'],
  [
    /(?<=\b(?:terraform|tofu|pulumi|kubectl|helm)[ \t]{1,8})(?:apply|up|upgrade|rollout|scale|uninstall|drain)(?![\w-])/g,
    'Changes what runs',
  ],
  [/\|[ \t]{0,8}(?:sudo[ \t]{1,8})?(?:ba|z|da|k|fi)?sh(?![\w.-])/g, 'Runs what it gets'],
  [/\|[ \t]{0,8}(?:node|python3?|perl|ruby|iex)(?![\w.-])/g, 'Runs what it gets'],
  [/\\u(?:[0-9a-f]{4}|\{[0-9a-f]{5,6}\})/g, 'A character one would not see'],
  [word('eval|invoke-expression|iex'), 'Runs a text as a command'],
  [/>{1,2}[ \t]{0,8}(?:\/(?!dev\/(?:null|std))|~\/\.)[^\s;|&]{0,200}/g, 'Writes outside the project'],
]

/** The dangerous words of a shell command, in their order; they never overlap. */
export function dangersIn(command: string): Danger[] {
  const text = command.slice(0, LOOKED_AT)
  const found: Danger[] = []
  for (const [pattern, why] of DANGERS) {
    for (const match of text.matchAll(pattern)) {
      if (found.length >= MOST * DANGERS.length) break
      const to = match.index + match[0].length
      // What is marked is the end of what was found where only that is dangerous.
      found.push({ from: to - (match[1] ?? match[0]).length, to, why })
    }
  }
  found.sort((a, b) => a.from - b.from || b.to - a.to)
  let end = 0
  return found
    .filter(({ from, to }) => {
      const free = from >= end
      if (free) end = to
      return free
    })
    .slice(0, MOST)
}
