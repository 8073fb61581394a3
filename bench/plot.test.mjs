import { describe, expect, it } from 'vitest'
import { entryFixture } from './entry.fixture.mjs'
import { placeOf, plot } from './plot.mjs'

describe('plot', () => {
  const picture = plot(
    [
      entryFixture('good', { value: 6, baseline: 5 }),
      entryFixture('bad', { value: 2, baseline: 5 }),
      entryFixture('none'),
    ],
    'a <machine> & a day',
  )

  it('shows every measure on its side of the goal', () => {
    const bars = [...picture.matchAll(/class="(kept|missed)" x="([\d.]+)" y="\d+" width="([\d.]+)"/g)]
    expect(bars.map(([, kind]) => kind)).toEqual(['kept', 'missed', 'missed'])
    const [good, bad] = bars.map(([, , x, width]) => ({ from: Number(x), to: Number(x) + Number(width) }))
    expect(good?.from).toBeCloseTo(placeOf(1), 0)
    expect(good?.to).toBeCloseTo(placeOf(2), 0)
    expect(bad?.to).toBeCloseTo(placeOf(1), 0)
    expect(picture).toContain('missed: no result')
  })

  it('is well-formed, whatever the texts say', () => {
    expect(picture).toContain('a &lt;machine&gt; &amp; a day')
    expect(picture.match(/<text/g)?.length).toBe(picture.match(/<\/text>/g)?.length)
  })
})

describe('placeOf', () => {
  it('puts equal factors at equal distances and keeps within the picture', () => {
    expect(placeOf(4) - placeOf(2)).toBeCloseTo(placeOf(2) - placeOf(1))
    expect(placeOf(1e6)).toBe(placeOf(1e9))
    expect(placeOf(0)).toBe(placeOf(0.1))
  })
})
