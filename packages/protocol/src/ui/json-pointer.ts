const BAD_ESCAPE = /~(?![01])/

/** The tokens of a JSON pointer (RFC 6901), undefined when it is none. The empty pointer means the whole document. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return []
  if (!pointer.startsWith('/') || BAD_ESCAPE.test(pointer)) return undefined
  return pointer.slice(1).split('/').map(unescaped)
}

function unescaped(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token
}
