/** Why no lever can be pulled. */
export const NOT_CONNECTED = 'Not connected. Answer when it is live again.'
