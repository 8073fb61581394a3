import { parseArgs } from 'node:util'

/** A mistake of the person at the keyboard, as one sentence. */
export class OptionsError extends Error {
  name = 'OptionsError'
}

/**
 * @typedef {object} Options
 * @property {boolean} json
 * @property {boolean} writeDocs
 * @property {boolean} profile the gateways' threads are profiled and summed up on stderr
 * @property {number} pairs of runs where a baseline is asked for
 * @property {number | undefined} seconds of one run; each row has its own default
 * @property {(name: string) => boolean} chosen whether a measure of this name is asked for
 */

/** @param {string[]} args @param {readonly string[]} names of all measures @returns {Options} */
export function readOptions(args, names) {
  const { json, profile, 'write-docs': writeDocs, pairs, seconds, only } = parse(args)
  const prefixes = only.flatMap((list) => list.split(',')).map((name) => name.trim())
  for (const prefix of prefixes) {
    if (prefix === '' || !names.some((name) => name.startsWith(prefix)))
      throw new OptionsError(`--only knows no "${prefix}"; there are ${names.join(', ')}.`)
  }
  if (writeDocs && prefixes.length > 0)
    throw new OptionsError('--write-docs writes down all measures of one run; leave out --only.')
  if (writeDocs && profile)
    throw new OptionsError('--profile slows the gateway down: leave it out with --write-docs.')
  return {
    json,
    writeDocs,
    profile,
    pairs: numberIn('--pairs', pairs, 1, 100),
    seconds: seconds === undefined ? undefined : numberIn('--seconds', seconds, 0.1, 600),
    chosen: (name) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
  }
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      options: {
        json: { type: 'boolean', default: false },
        profile: { type: 'boolean', default: false },
        'write-docs': { type: 'boolean', default: false },
        pairs: { type: 'string', default: '5' },
        seconds: { type: 'string' },
        only: { type: 'string', multiple: true, default: [] },
      },
    }).values
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error))
  }
}

/** @param {string} option @param {string} text @param {number} least @param {number} most */
function numberIn(option, text, least, most) {
  const number = Number(text)
  if (!(number >= least && number <= most)) throw new OptionsError(`${option} takes ${least} to ${most}.`)
  return number
}
