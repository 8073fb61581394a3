/** What a piece of text is; what it looks like is a matter of the terminal. */
export type StyleName =
  | 'needs'
  | 'waiting'
  | 'working'
  | 'failed'
  | 'accent'
  | 'strong'
  | 'soft'
  | 'faint'
  | 'dangerous'
  | 'marked'

/** `plain` is no terminal at all: not even bold. */
export type ColourDepth = 'true' | '16' | 'none' | 'plain'
export type Ground = 'dark' | 'light'

export interface Segment {
  text: string
  style?: StyleName
}
/** One line of the screen. */
export type Line = readonly Segment[]

/** The colours of the dashboard, so that a lamp is the same lamp in both. */
const RGB: Record<Ground, Partial<Record<StyleName, string>>> = {
  dark: {
    needs: 'ff6f43',
    waiting: 'f0b429',
    working: '4cc38a',
    failed: 'f4686c',
    accent: '7ab0ff',
    soft: 'b0aca4',
    faint: '8d8981',
    dangerous: 'ff6f43',
  },
  light: {
    needs: 'b9380a',
    waiting: '946100',
    working: '1a7d4a',
    failed: 'c0272d',
    accent: '1b57c4',
    soft: '504d47',
    faint: '6a665f',
    dangerous: 'b9380a',
  },
}

const SIXTEEN: Partial<Record<StyleName, string>> = {
  needs: '91',
  waiting: '33',
  working: '32',
  failed: '31',
  accent: '94',
  faint: '2',
  dangerous: '91',
}

/** What needs no colour to be seen. */
const WEIGHT: Partial<Record<StyleName, string>> = {
  needs: '1',
  strong: '1',
  dangerous: '1;4',
  marked: '7',
}

/** Draws a line for a terminal with so many colours. */
export function painter(depth: ColourDepth, ground: Ground): (line: Line) => string {
  const codes = (style: StyleName): string => {
    if (depth === 'plain') return ''
    const weight = WEIGHT[style]
    const colour = depth === '16' ? SIXTEEN[style] : depth === 'true' ? rgb(RGB[ground][style]) : undefined
    const dim = depth === 'none' && style === 'faint' ? '2' : undefined
    return [weight, colour, dim].filter((code) => code !== undefined).join(';')
  }
  return (line) =>
    line
      .map(({ text, style }) => {
        const code = style === undefined ? '' : codes(style)
        return code === '' || text === '' ? text : `\u001b[${code}m${text}\u001b[0m`
      })
      .join('')
}

function rgb(hex: string | undefined): string | undefined {
  if (hex === undefined) return undefined
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `38;2;${red};${green};${blue}`
}

type Environment = Record<string, string | undefined>

/** How many colours there are, and whether a person wants them (no-color.org). */
export function colourDepthOf(
  stream: { isTTY?: boolean; getColorDepth?: (env?: object) => number },
  env: Environment,
): ColourDepth {
  if (stream.isTTY !== true || env.TERM === 'dumb') return 'plain'
  if (env.NO_COLOR) return 'none'
  // Inside tmux, Node takes every terminal for one of 256 colours.
  if (/^(?:truecolor|24bit)$/.test(env.COLORTERM ?? '')) return 'true'
  const bits = stream.getColorDepth?.(env) ?? 4
  if (bits >= 24) return 'true'
  return bits >= 4 ? '16' : 'none'
}

/** Some terminals tell what they write on; most are dark. */
export function groundOf({ COLORFGBG }: Environment): Ground {
  return /;(?:7|15)$/.test(COLORFGBG ?? '') ? 'light' : 'dark'
}
