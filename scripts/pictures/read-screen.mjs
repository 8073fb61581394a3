/**
 * A stretch of a line that looks the same all through.
 * @typedef {object} Run
 * @property {number} column
 * @property {string} text
 * @property {Look} look
 */
/**
 * @typedef {object} Look
 * @property {string} [colour]
 * @property {boolean} [bold]
 * @property {boolean} [dim]
 * @property {boolean} [underlined]
 * @property {boolean} [inverse]
 */

const SIXTEEN = [
  '#3a4350',
  '#f4686c',
  '#4cc38a',
  '#f0b429',
  '#7ab0ff',
  '#c792ea',
  '#6cc7dd',
  '#b0aca4',
  '#5b6472',
  '#ff6f43',
  '#4cc38a',
  '#f0b429',
  '#7ab0ff',
  '#c792ea',
  '#6cc7dd',
  '#e9e7e2',
]
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is read
const PIECES = /\u001b\[([0-9;]*)m|([^\u001b])/gu

/**
 * What `tmux capture-pane -e` prints, line by line: what stands where, and how it looks.
 * @param {string} captured
 * @returns {Run[][]}
 */
export function readScreen(captured) {
  /** @type {Look} */
  let look = {}
  return captured
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      /** @type {Run[]} */
      const runs = []
      let column = 0
      for (const [, codes, character] of line.matchAll(PIECES)) {
        if (character === undefined) {
          look = lookAfter(look, codes ?? '')
          continue
        }
        const last = runs.at(-1)
        const width = isWide(character) ? 2 : 1
        // What is not of the one font gets a place of its own, so that nothing behind it moves.
        if (last && last.look === look && isAscii(last.text) && isAscii(character)) last.text += character
        else runs.push({ column, text: character, look })
        column += width
      }
      return runs
    })
}

/** @param {Look} look @param {string} codes @returns {Look} */
function lookAfter(look, codes) {
  const numbers = codes === '' ? [0] : codes.split(';').map(Number)
  let next = { ...look }
  for (let at = 0; at < numbers.length; at++) {
    const code = numbers[at] ?? 0
    if (code === 0) next = {}
    else if (code === 1) next.bold = true
    else if (code === 2) next.dim = true
    else if (code === 4) next.underlined = true
    else if (code === 7) next.inverse = true
    else if (code === 22) next = { ...next, bold: false, dim: false }
    else if (code === 24) next.underlined = false
    else if (code === 27) next.inverse = false
    else if (code === 39) delete next.colour
    else if (code === 38 && numbers[at + 1] === 2) {
      const [red, green, blue] = numbers.slice(at + 2, at + 5)
      next.colour = `rgb(${red},${green},${blue})`
      at += 4
    } else if (code >= 30 && code <= 37) next.colour = SIXTEEN[code - 30]
    else if (code >= 90 && code <= 97) next.colour = SIXTEEN[code - 82]
  }
  return next
}

/** @param {string} text */
function isAscii(text) {
  return /^[ -~]*$/.test(text)
}

/** @param {string} character */
function isWide(character) {
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/.test(character)
}
