import type { CleanCase } from './case.fixture.js'

const R = '<system-reminder>x</system-reminder>'
const O = (text: string) => `<bash-stdout>${text}</bash-stdout>`

const seam = (id: string, raw: string, reads: string, why: string): CleanCase => ({
  id: `seam/${id}`,
  agent: 'claude',
  raw,
  reads,
  why,
})

/** What is left where a block stood. */
export const SEAMS: readonly CleanCase[] = [
  seam('line-break', `a\n${R}\nb`, 'a\nb', 'One line break on either side: one is left.'),
  seam('blank-before', `a\n\n${R}\nb`, 'a\n\nb', 'A blank line on one side: one is left.'),
  seam('blank-after', `a\n${R}\n\nb`, 'a\n\nb', 'A blank line on the other side.'),
  seam('blank-on-both', `a\n\n${R}\n\nb`, 'a\n\nb', 'Never two.'),
  seam('many-blanks', `a\n\n\n\n${R}\n\n\nb`, 'a\n\nb', 'Never more.'),
  seam('spaces', `a  \n${R}  \nb`, 'a\nb', 'Spaces beside a block go with it.'),
  seam('blank-of-spaces', `a\n  \n${R}\nb`, 'a\n\nb', 'A line of spaces is a blank line.'),
  seam('text-on-the-line', `a\n${R} b`, 'a\nb', 'What stood behind it starts a line.'),
  seam('right-behind', `a\n${R}b`, 'a\nb', 'Also without a space.'),
  seam(
    'code-behind',
    `${R}\n    if (a) {\n      b\n    }`,
    '    if (a) {\n      b\n    }',
    'Code keeps its shape.',
  ),
  seam('code-between', `a\n${R}\n  \n    b\n      c\n${R}`, 'a\n\n    b\n      c', 'Code keeps its shape.'),
  seam('tab-behind', `a\n${R}\n\tb`, 'a\n\tb', 'An indent of tabs as well.'),
  seam(
    'unwrapped-indent',
    O(' a.ts | 2 +-\n b.ts | 3 ++-'),
    ' a.ts | 2 +-\n b.ts | 3 ++-',
    'A table keeps its first column.',
  ),
  seam(
    'unwrapped-indent-on-next-line',
    O('\n\n  Usage\n  ⛁ ⛁\n'),
    '  Usage\n  ⛁ ⛁',
    'Blank lines go, the indent stays.',
  ),
  seam('unwrapped-indent-between', `a\n${O('\n  b\n  c  \n')}\nd`, 'a\n  b\n  c\nd', 'In the middle too.'),
  seam('two-blocks', `a\n${R}\n${R}\nb`, 'a\nb', 'Two blocks, one seam.'),
  seam('two-blocks-with-blank', `a\n${R}\n\n${R}\nb`, 'a\n\nb', 'The blank line between them counts.'),
  seam('at-start', `\n\n${R}\n\nb`, 'b', 'Nothing at the start.'),
  seam('at-end', `a\n\n${R}\n\n`, 'a', 'Nothing at the end.'),
  seam('alone-between-blocks', `${R}\n\na\n\n${R}`, 'a', 'Nothing at the ends.'),
  seam('unwrapped', `a\n${O('b')}\nc`, 'a\nb\nc', 'Each of the two tags leaves a seam.'),
  seam(
    'unwrapped-with-line-breaks',
    `a\n${O('\nb\n')}\nc`,
    'a\nb\nc',
    'Whitespace on both sides of a tag is one seam.',
  ),
  seam(
    'unwrapped-with-blank-inside',
    `a\n${O('\n\nb\n\n')}\nc`,
    'a\n\nb\n\nc',
    'A blank line inside counts.',
  ),
  seam('unwrapped-empty', `a\n${O('')}\nb`, 'a\nb', 'An empty block is one seam.'),
  seam('unwrapped-keeps-inner-lines', O('a\n\n  b\n\tc'), 'a\n\n  b\n\tc', 'What is inside keeps its shape.'),
  seam('unwrapped-and-dropped', `${O('a')}${R}${O('b')}`, 'a\nb', 'Side by side.'),
  seam(
    'task-between-text',
    'a\n\n<task-notification><task-id>b1</task-id><summary>done</summary></task-notification>\nb',
    'a\n\ndone\nb',
    'Each side keeps its own kind of break.',
  ),
  seam(
    'command-between-text',
    'a\n<command-name>/x</command-name>\n<command-args>y</command-args>\n\nb',
    'a\n/x y\n\nb',
    'Each side keeps its own kind of break.',
  ),
  seam(
    'far-text-untouched',
    `  a  \n\tb\n${R}\n  c\n d `,
    '  a  \n\tb\n  c\n d ',
    'Text that is not beside a block keeps its spaces.',
  ),
  seam(
    'newlines-far-away',
    `a\n\n\n\nb\n${R}\nc\n\n\nd`,
    'a\n\nb\nc\n\nd',
    'Runs of line breaks collapse everywhere.',
  ),
]
