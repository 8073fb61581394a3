/** What is said wherever a paused gateway matters: in lists, and to who wants a turn. */
export const PAUSED_LINE = 'The gateway is paused: no new turns start. Resume with: signalbox resume'
