import { describe, expect, it } from 'vitest'
import { attributeOf } from './attributes.js'

const NAMES = ['teammate_id', 'from', 'name']

describe('attributeOf', () => {
  it.each([
    [' teammate_id="worker-1" color="blue">', 'worker-1'],
    [" color='blue' FROM='lead'>", 'lead'],
    [' from=lead/>', 'lead/'],
    ['\n  from =\n "lead"\n>', 'lead'],
    [' name="a" from="b">', 'b'],
    [' from="first" from="second">', 'first'],
    [' from="" name="n">', 'n'],
    [' from="a &amp; &lt;b&gt;">', 'a & <b>'],
    [' from="x > y">', 'x > y'],
    [' note="from=nobody" name="n">', 'n'],
  ])('finds who speaks in %j', (written, speaker) => {
    expect(attributeOf(written, NAMES)).toBe(speaker)
  })

  it.each([['>'], [' color="blue">'], [' from>'], [' from="">'], [' from="unclosed>'], [' xfrom="a">']])(
    'finds nobody in %j',
    (written) => {
      expect(attributeOf(written, NAMES)).toBeUndefined()
    },
  )
})
