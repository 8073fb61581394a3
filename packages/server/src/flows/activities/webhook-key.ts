/**
 * The id of a delivery as a header can carry it: triggers may have any name. Two ids never have one key, so the sign that
 * escapes others is itself escaped; plain letters, digits and marks stay as they are.
 */
export function webhookKey(deliveryId: string): string {
  return deliveryId.replace(/[^!-$&-~]/gu, (sign) =>
    // Half a pair has no bytes of its own: as those of the sign for "unknown" it would be one with all other halves.
    /\p{Surrogate}/u.test(sign)
      ? `%u${sign.charCodeAt(0).toString(16).toUpperCase()}`
      : encodeURIComponent(sign),
  )
}
