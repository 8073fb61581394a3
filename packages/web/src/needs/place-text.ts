import { shortFolder } from '../text/short-folder.js'

/** A folder the gateway made for a session that came without one. */
const WORKSPACE = /\/workspaces\/[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Where a session works, as people say it: its folder, or that it has one of its own. */
export function placeText(cwd: string): string {
  return WORKSPACE.test(cwd) ? 'its workspace' : shortFolder(cwd)
}
