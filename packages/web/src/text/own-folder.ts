/** Where the gateway makes folders for sessions that were given none. */
const OWN_FOLDER = /[\\/]workspaces[\\/][0-9a-f]{8}-[0-9a-f-]{27}$/

/** Whether a folder was made for its session alone. Its path tells a person nothing. */
export function isOwnFolder(path: string): boolean {
  return OWN_FOLDER.test(path)
}
