/** What a terminal would act upon and a reader must not see. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g
/** The rest of a sequence after its introducer: parameters, intermediates, the final byte. */
const CSI_REST = /[0-?]*[ -/]*[@-~]?/y
const ESCAPE_REST = /[ -/]*[0-~]?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: the ends of a string sequence, and of a line
const STRING_END = /\x07|\x1b\\|\x9c|[\n\r\x85]/g
const LINE_BREAKS = /\n{3,}/g

const [ESC, CR, NEL, CSI] = [0x1b, 0x0d, 0x85, 0x9b] as const
/** DCS, SOS, OSC, PM and APC as one character, and as the second one after ESC. */
const STRING_INTRODUCERS = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f])
const toC1 = (second: number) => (second >= 0x40 && second <= 0x5f ? second + 0x40 : -1)

/** Takes out control sequences and characters; line ends become `\n`, and never more than two in a row. */
export function neutralise(text: string): string {
  CONTROL.lastIndex = 0
  const calm = CONTROL.test(text) ? withoutControls(text) : text
  return calm.includes('\n\n\n') ? calm.replace(LINE_BREAKS, '\n\n') : calm
}

function withoutControls(text: string): string {
  const stringEnd = stringEnds(text)
  let out = ''
  let from = 0
  for (;;) {
    CONTROL.lastIndex = from
    const found = CONTROL.exec(text)
    if (!found) return out + text.slice(from)
    const at = found.index
    out += text.slice(from, at)
    const code = text.charCodeAt(at)
    if (code === CR || code === NEL) {
      out += '\n'
      from = at + (code === CR && text.charCodeAt(at + 1) === 0x0a ? 2 : 1)
    } else {
      from = sequenceEnd(text, at, code, stringEnd)
    }
  }
}

/** Where the sequence that starts at `at` ends: one character further for a control that stands alone. */
function sequenceEnd(text: string, at: number, code: number, stringEnd: (from: number) => number): number {
  const pair = code === ESC ? toC1(text.charCodeAt(at + 1)) : -1
  const control = pair === -1 ? code : pair
  const after = at + (pair === -1 ? 1 : 2)
  if (control === CSI) return restEnd(CSI_REST, text, after)
  if (STRING_INTRODUCERS.has(control)) return stringEnd(after)
  return control === ESC ? restEnd(ESCAPE_REST, text, after) : after
}

function restEnd(rest: RegExp, text: string, from: number): number {
  rest.lastIndex = from
  return rest.test(text) ? rest.lastIndex : from
}

/**
 * Where a string sequence ends that goes on from `from`. Without an end on its line only the introducer goes, so that
 * nothing a person should read is swallowed. What was found is kept, so a flood of introducers is read once.
 */
function stringEnds(text: string): (from: number) => number {
  let at = -1
  let end = -1
  return (from) => {
    if (at < from) {
      STRING_END.lastIndex = from
      const found = STRING_END.exec(text)
      at = found ? found.index : text.length
      const isLineEnd = !found || found[0] === '\n' || found[0] === '\r' || found[0] === '\x85'
      end = isLineEnd ? -1 : at + (found?.[0].length ?? 0)
    }
    return end === -1 ? from : end
  }
}
