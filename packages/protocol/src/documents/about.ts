/** The version of what is described; a test holds it to that of the package. */
export const VERSION = '0.1.0'

export const LICENSE = 'MIT'

/** What the gateway is, for the head of every document. */
export const ABOUT =
  'One gateway for all your coding agents: every notification, prompt, approval and question in one durable log, ' +
  'seen live, replayed from any point.'

export const DEVICE_COOKIE = 'signalbox_device'
