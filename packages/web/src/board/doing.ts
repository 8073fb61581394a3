import { neutralise } from '../text/neutralise.js'

/** What agents call their tools, and what a person calls the use of them. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  Running: ['bash', 'shell', 'local_shell', 'exec_command', 'run_shell_command'],
  Reading: ['read', 'read_file', 'view', 'notebookread', 'readfile'],
  Editing: [
    ...['edit', 'multiedit', 'edit_file', 'replace', 'apply_patch', 'patch'],
    ...['notebookedit', 'str_replace_editor'],
  ],
  Writing: ['write', 'write_file', 'create_file'],
  'Searching for': ['grep', 'glob', 'search', 'search_file_content', 'codesearch', 'websearch', 'web_search'],
  Listing: ['ls', 'list', 'list_directory'],
  Fetching: ['webfetch', 'web_fetch', 'fetch'],
}
const VERB_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(VERBS).flatMap(([verb, tools]) => tools.map((tool) => [tool, verb] as const)),
)

/** What an agent does, as a person would say it: `Edit: auth.ts` is "Editing auth.ts". */
export function doing(action: string): string {
  const plain = neutralise(action)
  const at = plain.indexOf(': ')
  const verb = at < 0 ? undefined : VERB_OF.get(plain.slice(0, at).toLowerCase())
  return verb === undefined ? plain : `${verb} ${plain.slice(at + 2)}`
}
