import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanName, firstWords, MAX_NAME, MAX_PROMPT_NAME, nameFromPrompt } from './naming.js'

describe('a name from a prompt', () => {
  it.each([
    ['is the prompt, with a capital', 'fix the bug in main.rs', 'Fix the bug in main.rs'],
    ['has no full stop', 'Fix the login bug.', 'Fix the login bug'],
    ['has no question mark', 'why does the build fail??', 'Why does the build fail'],
    ['is the first line that says something', '\n\n---\n\n  Add a dark mode\nand tests', 'Add a dark mode'],
    [
      'is one sentence',
      'Move login to tokens. Then remove the old session store and its tests.',
      'Move login to tokens',
    ],
    ['is more than a greeting', 'Hi! Please look at the parser', 'Hi! Please look at the parser'],
    [
      'does not end at an abbreviation',
      'Use small icons, e.g. the new set',
      'Use small icons, e.g. the new set',
    ],
    ['is free of headings', '## Goal: make it fast', 'Goal: make it fast'],
    ['is free of quotes and lists', '> - [ ] write the docs', 'Write the docs'],
    ['is free of emphasis and code', '**Fix** the `parse_line` *edge case*', 'Fix the parse_line edge case'],
    ['keeps names with underscores', 'rename my_old_name everywhere', 'Rename my_old_name everywhere'],
    ['keeps sums', 'why is 2*3*4 wrong', 'Why is 2*3*4 wrong'],
    ['is free of tags', '<b>Fix</b> the <i>header</i>', 'Fix the header'],
    ['says where a link leads', 'read https://www.example.com/a/b?c=d#e please', 'Read example.com please'],
    ['is the link when there is no more', 'https://github.com/a/b/issues/12?x=1', 'github.com/a/b/issues/12'],
    ['takes the words of a link', 'See [the guide](https://x.y/z) first', 'See the guide first'],
    ['is what a command is about', '/plan move login to tokens', 'Move login to tokens'],
    ['is the command when there is little more', '/review auth', 'Review auth'],
    ['is the command alone', '/compact', 'Compact'],
    ['keeps paths', '/etc/hosts is not read', '/etc/hosts is not read'],
    ['leaves files out that only say where', '@src/auth/login.ts fix this check', 'Fix this check'],
    ['names files by their last part', 'explain @src/auth/login.ts to me', 'Explain login.ts to me'],
    ['keeps addresses', 'mail me@example.com when done', 'Mail me@example.com when done'],
    ['does not write code large', 'main.rs panics', 'main.rs panics'],
    ['does not write names large', 'iOS build is broken', 'iOS build is broken'],
    ['skips code', '```ts\nconst a = 1\n```\nwhat does this do', 'What does this do'],
    ['is code when there is nothing else', '```\nnpm test\n```', 'Npm test'],
    ['is what can be seen when there are no words', '???', '???'],
    ['is an emoji when there is no more', '🚀🚀', '🚀🚀'],
    ['works in Chinese', '修复登录页面的错误。然后运行测试', '修复登录页面的错误'],
    ['works in Arabic', 'أصلح خطأ تسجيل الدخول؟', 'أصلح خطأ تسجيل الدخول'],
    ['has no marks of direction', 'fix \u202Egnol\u202C \u2066this\u2069 one', 'Fix gnol this one'],
    ['has no control characters', 'fix\u0007 the\u0000 bell\u001b[31m', 'Fix the bell[31m'],
    ['is one line', 'fix\tthe   bug\u2028now', 'Fix the bug'],
    ['is free of halves of pairs', 'fix \ud83d it', 'Fix it'],
  ])('%s', (_what, prompt, name) => {
    expect(nameFromPrompt(prompt)).toBe(name)
  })

  it('ends with a word', () => {
    const name = nameFromPrompt(
      'Refactor the authentication module so that every token is checked on the way in',
    )
    expect(name).toBe('Refactor the authentication module so that every token is')
  })

  it('cuts a long word and long lines without spaces where it must', () => {
    expect(nameFromPrompt('x'.repeat(200))).toBe(`X${'x'.repeat(MAX_PROMPT_NAME - 1)}`)
    expect(nameFromPrompt('修'.repeat(200))).toBe('修'.repeat(MAX_PROMPT_NAME))
  })

  it('cuts no emoji in two', () => {
    const family = '👨‍👩‍👧‍👦'
    const name = nameFromPrompt(family.repeat(20))
    expect(name).toBe(family.repeat(Math.floor(MAX_PROMPT_NAME / family.length)))
  })

  it('is empty only when there is nothing to see', () => {
    for (const blank of ['', '  \n\t ', '\u200b\u202e', '\u0000']) expect(nameFromPrompt(blank)).toBe('')
  })

  const anyPrompt = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          '```',
          '\n',
          '# ',
          '/run',
          '@a/b',
          'https://x.y/z',
          ' ',
          'word',
          '**',
          '_',
          '語',
          '🚀',
          '.',
          '<b>',
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join('')),
  )

  it('is one short clean line, never empty where there is something to read, for every prompt', () => {
    fc.assert(
      fc.property(anyPrompt, (prompt) => {
        const name = nameFromPrompt(prompt)
        expect(name.length).toBeLessThanOrEqual(MAX_PROMPT_NAME)
        expect(name).toBe(name.trim())
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
        if (/[\p{L}\p{N}]/u.test(prompt)) expect(name).not.toBe('')
      }),
      { numRuns: 500 },
    )
  })

  it.each(['*', '_a', '[', '<a', '`', '@a ', '> ', ' ', 'a.b ', '(', 'http://', '!['])(
    'is made of half a million %j before anyone notices',
    (piece) => {
      expect(nameFromPrompt(piece.repeat(500_000)).length).toBeLessThanOrEqual(MAX_PROMPT_NAME)
    },
  )
})

describe('a title an agent gives', () => {
  it.each([
    ['Fix login', 'Fix login'],
    ['  Fix\n the\tlogin ', 'Fix the login'],
    ['fix it.', 'fix it.'],
    ['\u202eevil\u0000', 'evil'],
    ['  ', ''],
    ['\u200b', ''],
  ])('%j is shown as %j', (title, name) => {
    expect(cleanName(title)).toBe(name)
  })

  it('has 200 characters at most', () => {
    expect(cleanName('word '.repeat(100)).length).toBeLessThanOrEqual(MAX_NAME)
    expect(cleanName('x'.repeat(1000))).toBe('x'.repeat(MAX_NAME))
  })
})

describe('the first prompt', () => {
  it('is held cut short, and only if there is something to see', () => {
    expect(firstWords(' Hello ')).toBe('Hello')
    expect(firstWords('x'.repeat(2000))).toBe('x'.repeat(500))
    expect(firstWords('😀'.repeat(300))).toBe('😀'.repeat(250))
    for (const blank of ['', ' \n', '\u200b']) expect(firstWords(blank)).toBeNull()
  })
})
