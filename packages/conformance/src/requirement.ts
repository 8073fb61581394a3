/** The contracts a requirement can belong to. */
export type Contract = '000' | '001' | '002' | '003' | '004'

/** One thing a gateway must do, as a plain sentence that a case can find true or false. */
export interface Requirement {
  id: string
  contract: Contract
  /** The rule in a few words. */
  rule: string
  text: string
}

/** A contract's requirements as a table: id → rule, sentence. */
export function requirementsOf<const T extends Record<string, readonly [rule: string, text: string]>>(
  contract: Contract,
  table: T,
): Record<keyof T & string, Requirement> {
  const rows = Object.entries(table).map(([id, [rule, text]]) => [id, { id, contract, rule, text }])
  return Object.fromEntries(rows)
}
