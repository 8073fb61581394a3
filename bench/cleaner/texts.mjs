/** Texts to clean, by name: each as long as it is asked to be, in characters. @typedef {Record<string, (length: number) => string>} Texts */

const PROSE = `The uploader retried for ever because the attempt counter was reset inside the loop. I moved it out, so it now gives up
after five attempts and says why. Two tests were wrong in the same way, and are right now:

- \`retries with a growing pause\` waited on a timer; it waits for the fifth attempt instead.
- \`gives up\` never failed. It counted requests, and there was one too many.

Nothing else changed. Run \`npm test -- uploader\` to see it; it takes about four seconds here.

`

const CODE = `Here is the part that matters; \`Vec<u8>\` became \`Bytes\`, so nothing is copied any more:

\`\`\`ts
export async function upload<T extends Part>(parts: readonly T[], { signal }: Options): Promise<Map<string, T>> {
  const done = new Map<string, T>()
  for (let attempt = 0; attempt < MOST && parts.length > 0; attempt += 1) await send(parts, done, signal)
  return done
}
\`\`\`

The page shows it in a \`<div class="parts">\`, and \`git push origin <branch-name>\` is as before. If a < b it waits.

`

const SCRIPTS = `Der Zähler stand in der Schleife – jetzt nicht mehr. 重试循环已修复，最多尝试五次。Цикл повторов исправлен, тесты проходят.
再試行は五回までになりました。 تم إصلاح حلقة إعادة المحاولة. 👍🏽 Two tests wait for a decision → see below.

`

/** What people and agents write most of the time: nothing in it is anybody's signal. @type {Texts} */
export const PLAIN = {
  prose: repeated(PROSE),
  code: repeated(CODE),
  'several scripts': repeated(SCRIPTS),
}

const TAGGED_SECTION = `<system-reminder>
The task tools haven't been used recently. Ignore this if it is not applicable.
</system-reminder>
<task-notification>
<task-id>b27a792</task-id>
<tool-use-id>toolu_01A</tool-use-id>
<output-file>/tmp/tasks/b27a792.output</output-file>
<status>completed</status>
<summary>Background command &quot;npm run build 2&gt;/dev/null&quot; completed (exit code 0)</summary>
<result>All 412 modules were built; <b>no</b> warnings.</result>
<usage><subagent_tokens>1200</subagent_tokens><tool_uses>3</tool_uses><duration_ms>4100</duration_ms></usage>
</task-notification>
Read the output file to retrieve the result: /tmp/tasks/b27a792.output
<command-message>review is running…</command-message>
<command-name>/review</command-name>
<command-args>the retry loop, please</command-args>
<local-command-stdout>\u001b[1mSet model\u001b[22m to \u001b[32mopus\u001b[39m</local-command-stdout>
<ide_opened_file>The user opened src/upload.ts in the editor.</ide_opened_file>
<teammate-message teammate_id="reviewer" color="blue">Looks good to me.</teammate-message>
Please fix the retry loop, then run the tests again.

`

/** Nearly everything in it is somebody's signal. @type {Texts} */
export const TAGGED = { 'every tag': repeated(TAGGED_SECTION) }

/** What slows a careless reader down: ends that never come, beginnings that go on, things inside things. @type {Texts} */
export const HOSTILE = {
  '"<"': repeated('<'),
  '"</"': repeated('</'),
  '"<a "': repeated('<a '),
  'tags without an end': repeated('<bash-stdout>'),
  'reminders without an end, one a line': repeated('\n<system-reminder>'),
  'tasks without an end': repeated('<task-notification>'),
  'tasks without an end, one a line': repeated('\n<task-notification>'),
  'tasks that hold nothing': repeated('<task-notification></task-notification>'),
  'one task and very many ends': (length) => sized('<task-notification>', '</task-notification>\n', length),
  'very many beginnings, then ends': (length) => halves('\n<system-reminder>', '</system-reminder>', length),
  'ends without a beginning': repeated('\n</system-reminder>'),
  'results in a result': (length) => sized('<task-notification><task-id>1</task-id>', '<result>', length),
  'children without an end': (length) => sized('<task-notification>', '<summary>', length),
  'an attribute without an end': (length) => sized('<system-reminder a="', 'x ', length),
  'attributes without an end': repeated('\n<system-reminder a="'),
  'tags made of tags': repeated('\n<system-<tick>reminder>'),
  'names nearly known': repeated('\n<system-reminde>'),
  'names of a family': repeated('\n<ide_x>'),
  'fences without an end': repeated('```\n~~~\n'),
  'line breaks': repeated('\n'),
  'carriage returns': repeated('\r'),
  spaces: repeated(' '),
  'escape characters': repeated('\u001b'),
  'colours without an end': repeated('\u001b[0;'),
  'titles without an end': repeated('\u001b]0;'),
  entities: (length) => sized('<task-notification><summary>', '&amp;', length),
  'JSON without an end': repeated('<subagent_notification>{"a":'),
  caveats: repeated('Caveat: The messages below were generated\n\n'),
}

/** The same, with something to put together or to read again at every step. @type {Texts} */
export const TANGLED = {
  'commands without an end': repeated('<command-name>'),
  'fences around tags': repeated('```\n<tick>\n```\n<tick>\n'),
  'shell commands': repeated('<user_shell_command><command>ls</command><result>'),
  'words between many ends': (length) => halves('<tick>', 'x</tick>', length),
  'many parts of one speaker': (length) => sized(`<channel ${'a'.repeat(980)}>`, 'x\n<ide_a/>', length),
  'fences inside blocks': repeated('<tick>\n<ide_a>\n```x\n</ide_a>\n'),
}

/** @param {string} piece @returns {(length: number) => string} */
function repeated(piece) {
  return (length) => sized('', piece, length)
}

/** @param {string} start @param {string} piece @param {number} length */
function sized(start, piece, length) {
  return (
    start + piece.repeat(Math.ceil((length - start.length) / piece.length)).slice(0, length - start.length)
  )
}

/** @param {string} first @param {string} second @param {number} length */
function halves(first, second, length) {
  const count = Math.floor(length / (first.length + second.length))
  return sized(first.repeat(count), second, length)
}
