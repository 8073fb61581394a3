/** A random uuid (version 4) from numbers in [0, 1): `crypto.randomUUID` is missing in pages without TLS. */
export function randomId(random: () => number): string {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(random() * 16).toString(16))
}
