const EXPONENT = /^(-?)(\d)(?:\.(\d+))?e([+-])(\d+)$/

/** A number as people write it, without an exponent. */
export function plainNumber(value: number): string {
  const text = String(value)
  const match = EXPONENT.exec(text)
  if (!match) return text
  const [, minus = '', first = '', rest = '', sign, exponent = '0'] = match
  const digits = first + rest
  const places = Number(exponent)
  if (sign === '-') return `${minus}0.${'0'.repeat(places - 1)}${digits}`
  return minus + digits.padEnd(places + 1, '0')
}
