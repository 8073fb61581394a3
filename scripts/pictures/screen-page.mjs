import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(new URL('../../packages/web/package.json', import.meta.url))
const [CELL, LINE, SIZE] = [8.4, 19, 14]
const [LEFT, TOP, BOTTOM] = [18, 46, 18]
const [GROUND, TEXT, FRAME] = ['#0e1116', '#e9e7e2', '#232a34']

/**
 * A page with a terminal on it, drawn line by line.
 * @param {import('./read-screen.mjs').Run[][]} lines @param {number} columns @param {string} title
 */
export function screenPage(lines, columns, title) {
  const width = Math.ceil(columns * CELL + 2 * LEFT)
  const height = Math.ceil(lines.length * LINE + TOP + BOTTOM)
  const dots = [22, 40, 58].map((x) => `<circle cx="${x}" cy="20" r="5.5" fill="#2b323d"/>`).join('')
  const name = `<text x="${width / 2}" y="24" text-anchor="middle" font-size="12" fill="#8d8981">${escaped(title)}</text>`
  const text = lines.flatMap((line, row) => line.map((run) => drawn(run, row))).join('\n')
  return {
    width,
    height,
    html: `<!doctype html><style>${[400, 600].map(face).join('')}body{margin:0;background:transparent}text{white-space:pre}</style>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Plex, 'DejaVu Sans Mono', monospace" font-size="${SIZE}" xml:space="preserve">
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="${GROUND}" stroke="${FRAME}"/>${dots}${name}
${text}</svg>`,
  }
}

/** @param {import('./read-screen.mjs').Run} run @param {number} row */
function drawn({ column, text, look }, row) {
  const [x, y] = [LEFT + column * CELL, TOP + row * LINE]
  if (look.inverse)
    return `<rect x="${x}" y="${y}" width="${text.length * CELL}" height="${LINE}" fill="${TEXT}"/>`
  if (text.trim() === '') return ''
  const line = ruled(text, x, y, look.colour ?? TEXT)
  if (line !== undefined) return line
  const style = [
    `fill="${look.colour ?? TEXT}"`,
    look.bold ? 'font-weight="600"' : '',
    look.dim ? 'opacity="0.6"' : '',
    look.underlined ? 'text-decoration="underline"' : '',
  ]
  // White space at both ends is kept by where the text begins.
  const lead = text.length - text.trimStart().length
  return `<text x="${(x + lead * CELL).toFixed(1)}" y="${y + 14}" ${style.filter(Boolean).join(' ')}>${escaped(text.trim())}</text>`
}

/**
 * Lines and bars join from cell to cell, as a terminal draws them.
 * @param {string} text @param {number} x @param {number} y @param {string} colour
 */
function ruled(text, x, y, colour) {
  if (text === '─')
    return `<rect x="${x}" y="${y + 9}" width="${CELL + 0.2}" height="1" fill="${colour}" opacity="0.5"/>`
  if (text === '│')
    return `<rect x="${x + CELL / 2}" y="${y}" width="1" height="${LINE}" fill="${colour}" opacity="0.6"/>`
  if (text === '▌')
    return `<rect x="${x}" y="${y}" width="${CELL / 2 - 0.6}" height="${LINE}" fill="${colour}"/>`
  return undefined
}

/** @param {number} weight */
function face(weight) {
  const file = require.resolve(`@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-${weight}-normal.woff2`)
  const data = readFileSync(file).toString('base64')
  return `@font-face{font-family:Plex;font-weight:${weight};src:url(data:font/woff2;base64,${data})}`
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
