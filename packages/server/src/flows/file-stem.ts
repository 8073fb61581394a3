const MAX_STEM = 80

/** An id as the beginning of a file name. */
export function fileStem(id: string): string {
  const stem = id
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .slice(0, MAX_STEM)
    .replace(/^-+|-+$/g, '')
  return stem === '' ? 'flow' : stem
}
