const UNKNOWN_ISSUER = 'its certificate is not signed by anybody this machine trusts'

/** What the codes of a connection that failed mean, where their own words are for those who wrote them. */
const MEANING: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_ISSUER,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  CERT_UNTRUSTED: UNKNOWN_ISSUER,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}
const NO_TLS = 'it does not speak TLS; is its URL one with http:// instead of https://?'

/** Why a receiver cannot be reached, as part of one sentence. */
export function unreachable(error: unknown): string {
  // Where several addresses were tried, each has its own.
  const [first = error] = error instanceof AggregateError ? error.errors : [error]
  const { code } = first as { code?: unknown }
  if (typeof code === 'string' && Object.hasOwn(MEANING, code)) return `${MEANING[code]} (${code})`
  if (/^(?:EPROTO|ERR_SSL_\w+)$/.test(String(code))) return NO_TLS
  const said = first instanceof Error ? first.message || first.name : String(first)
  return said.replace(/\s+/g, ' ').trim().slice(0, 300)
}
