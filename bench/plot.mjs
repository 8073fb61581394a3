import { figure } from './table.mjs'

/** @typedef {import('./run-rows.mjs').Entry} Entry */

const WIDTH = 900
const NAMES_WIDTH = 190
const FIGURES_WIDTH = 250
const ROW = 26
const TOP = 64
const TICKS = [0.5, 1, 2, 5, 10, 20]
const [LEAST, MOST] = [0.4, 25]

// Readable on light and dark: it brings its own ground, and follows what the reader's system is set to.
const STYLE = `
  svg { color-scheme: light dark; font: 13px ui-sans-serif, system-ui, 'DejaVu Sans', sans-serif; }
  .ground { fill: #ffffff; stroke: #d1d9e0; } .text { fill: #1f2328; } .faint { fill: #59636e; font-size: 12px; }
  .grid { stroke: #d1d9e0; } .goal { stroke: #1f2328; stroke-width: 1.5; }
  .kept { fill: #2f6f9f; } .missed { fill: #bc3b3b; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; stroke: #3d444d; } .text { fill: #e6edf3; } .faint { fill: #9198a1; }
    .grid { stroke: #3d444d; } .goal { stroke: #e6edf3; } .kept { fill: #58a6d6; } .missed { fill: #f0736f; }
  }`

/** Where a reserve stands: equal factors are equal distances. @param {number} reserve */
export function placeOf(reserve) {
  const share = Math.log(clamp(reserve) / LEAST) / Math.log(MOST / LEAST)
  return NAMES_WIDTH + share * (WIDTH - NAMES_WIDTH - FIGURES_WIDTH)
}

/** @param {number} reserve */
function clamp(reserve) {
  return Math.min(MOST, Math.max(LEAST, reserve))
}

/** How far each measure is within its goal, as a picture. @param {readonly Entry[]} entries @param {string} subtitle */
export function plot(entries, subtitle) {
  const bottom = TOP + entries.length * ROW
  const height = bottom + 44
  const goal = placeOf(1)
  const grid = TICKS.map((tick) => {
    const x = placeOf(tick).toFixed(1)
    return `<line class="grid" x1="${x}" x2="${x}" y1="${TOP - 6}" y2="${bottom + 2}"/>
  <text class="faint" x="${x}" y="${bottom + 20}" text-anchor="middle">${tick === 1 ? 'goal' : `${tick}×`}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="How many times better than its goal each measure is">
  <style>${STYLE}</style>
  <rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
  <text class="text" x="20" y="28" font-weight="600" font-size="16">How many times better than its goal each measure is</text>
  <text class="faint" x="20" y="47">${escapeXml(subtitle)}; in brackets: times the baseline</text>
  ${grid.join('\n  ')}
  ${entries.map((entry, index) => bar(entry, TOP + index * ROW)).join('\n  ')}
  <line class="goal" x1="${goal.toFixed(1)}" x2="${goal.toFixed(1)}" y1="${TOP - 6}" y2="${bottom + 2}"/>
</svg>
`
}

/** @param {Entry} entry @param {number} y */
function bar({ name, value, unit, ratio, ok, reserve }, y) {
  const [from, to] = [placeOf(1), placeOf(reserve ?? LEAST)].sort((a, b) => a - b)
  const figures =
    value === null
      ? 'no result'
      : `${figure(value)} ${unit}${ratio === null ? '' : ` (${ratio.toFixed(2)}×)`}`
  // What lies beyond the picture goes on to its edge and says so.
  const beyond =
    reserve !== null && reserve > MOST
      ? `<text class="faint" x="${WIDTH - FIGURES_WIDTH + 2}" y="${y + 16}">›</text>`
      : ''
  return `<text class="text" x="20" y="${y + 16}">${escapeXml(name)}</text>${beyond}
  <rect class="${ok ? 'kept' : 'missed'}" x="${from?.toFixed(1)}" y="${y + 5}" width="${Math.max(2, (to ?? 0) - (from ?? 0)).toFixed(1)}" height="14" rx="2"/>
  <text class="text" x="${WIDTH - FIGURES_WIDTH + 16}" y="${y + 16}">${escapeXml(`${ok ? '' : 'missed: '}${figures}`)}</text>`
}

/** @param {string} text */
function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
