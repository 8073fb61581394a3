/** Why /ws is closed by the gateway. */
export const CLOSE_CODES = {
  1009: 'A frame larger than 4 MiB.',
  1012: 'The gateway stops; it said server_shutdown first. Reconnect in a moment.',
  4401: 'Not authenticated: three wrong tokens, none in 30 s, no common version, or the device was revoked.',
  4408: 'Reading too slowly. Reconnect and resume from the last seq.',
  4429: 'Too many messages: 180 in 10 s.',
} as const
