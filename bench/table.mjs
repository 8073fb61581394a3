/** @typedef {import('./run-rows.mjs').Entry} Entry */

const HEAD = ['measure', 'value', 'baseline', 'ratio', 'goal', '', 'target', 'note']

/** The results as lines of columns. @param {readonly Entry[]} entries */
export function textTable(entries) {
  const lines = [HEAD, ...entries.map((entry) => [entry.name, ...cellsOf(entry), entry.note])]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The results as a table of a document. @param {readonly Entry[]} entries */
export function markdownTable(entries) {
  const lines = entries.map((entry) => {
    const what = entry.note === '' ? entry.title : `${entry.title} (${entry.note})`
    return [`\`${entry.name}\``, what, ...cellsOf(entry)]
  })
  return [['', 'what', ...HEAD.slice(1, -1)], HEAD.map(() => '---'), ...lines]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n')
}

/** @param {Entry} entry */
function cellsOf({ value, unit, baseline, ratio, goal, ok, target }) {
  return [
    value === null ? '–' : `${figure(value)} ${unit}`,
    baseline === null ? '–' : figure(baseline),
    ratio === null ? '–' : ratio.toFixed(2),
    goal,
    ok ? 'ok' : 'MISSED',
    target ?? '',
  ]
}

/** Three digits that matter, and commas. @param {number} value */
export function figure(value) {
  const places = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })
}
