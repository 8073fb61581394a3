/** Where a gateway listens when nobody says otherwise: the command finds it there by itself. */
const DEFAULT_ORIGINS: ReadonlySet<string> = new Set(['http://127.0.0.1:8080', 'http://localhost:8080'])

/** What to type to get a new pairing link for the gateway at this address. */
export function pairCommand(origin: string): string {
  return DEFAULT_ORIGINS.has(origin) ? 'npx signalbox pair' : `npx signalbox pair --url ${origin}`
}
