/** What each failure of the file system means for a folder. */
const MEANING: Readonly<Record<string, string>> = {
  EEXIST: 'is a file, not a folder; move it away',
  ENOTDIR: 'is not a folder, or is in something that is none',
  EACCES: 'may not be used by this user; give it access',
  EPERM: 'may not be used by this user; give it access',
  EROFS: 'is on a disk that is read-only',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk that has no room left for this user',
  EIO: 'is on a disk that fails',
}

/** Why a folder cannot be used, as a sentence that names it. */
export function folderProblem(folder: string, error: unknown): string {
  const { code } = error as { code?: unknown }
  const known = typeof code === 'string' && Object.hasOwn(MEANING, code) ? MEANING[code] : undefined
  return `${folder} ${known ?? `cannot be used: ${typeof code === 'string' ? code : String(error)}`}`
}
