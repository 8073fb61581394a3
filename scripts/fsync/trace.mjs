/**
 * One system call of a trace. `begun` and `ended` are line numbers: strace handles one stop at a time, so a call that
 * caused another always stands above it.
 * @typedef {object} Call
 * @property {string} pid
 * @property {string} name
 * @property {string} file what its first argument, a descriptor, stands for
 * @property {string} text the other arguments as strace prints them
 * @property {number} result
 * @property {number} begun
 * @property {number} ended
 */

const LINE = /^(\d+)\s+[\d.]+\s+(.*)$/
const CALL = /^(\w+)\((.*)$/
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)$/
const UNFINISHED = ' <unfinished ...>'
const DESCRIPTOR = /^\d+<([^>]*)>(.*)$/
const RESULT = /^(.*)\)\s+= (-?\d+)/

/**
 * Reads what `strace -f -y -ttt` wrote into completed calls, in the order in which they ended.
 * @param {string} text
 */
export function parseTrace(text) {
  /** @type {Call[]} */
  const calls = []
  /** @type {Map<string, {name: string, args: string, begun: number}>} what each thread is in the middle of */
  const open = new Map()
  text.split('\n').forEach((line, number) => {
    const [, pid = '', rest = ''] = LINE.exec(line) ?? []
    const [, resumed, tail = ''] = RESUMED.exec(rest) ?? []
    const half = open.get(pid)
    if (resumed !== undefined && half?.name === resumed) {
      open.delete(pid)
      add(pid, half.name, half.args + tail, half.begun, number)
      return
    }
    const [, name, args = ''] = CALL.exec(rest) ?? []
    if (name === undefined) return
    if (args.endsWith(UNFINISHED))
      open.set(pid, { name, args: args.slice(0, -UNFINISHED.length), begun: number })
    else add(pid, name, args, number, number)
  })
  return calls

  /** @param {string} pid @param {string} name @param {string} args @param {number} begun @param {number} ended */
  function add(pid, name, args, begun, ended) {
    const [, inner, result] = RESULT.exec(args) ?? []
    const [, file, text = ''] = DESCRIPTOR.exec(inner ?? '') ?? []
    if (file === undefined) return
    calls.push({ pid, name, file, text, result: Number(result), begun, ended })
  }
}
