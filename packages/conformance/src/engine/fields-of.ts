/** The paths of all members of a value: `session.id`, `steps[].title`. A member that is null is there. */
export function fieldsOf(value: unknown, path = ''): Set<string> {
  const paths = new Set<string>()
  if (Array.isArray(value)) {
    for (const item of value) add(paths, fieldsOf(item, `${path}[]`))
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const inner = path === '' ? name : `${path}.${name}`
      if (member !== undefined) paths.add(inner)
      add(paths, fieldsOf(member, inner))
    }
  }
  return paths
}

function add(paths: Set<string>, more: Set<string>): void {
  for (const path of more) paths.add(path)
}
