import { ANY, type ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectMatch, expectThat } from '../engine/failure.js'
import { notification, REMINDER } from './signalling.js'

/** What the vocabulary has under a heading, as text without markup. */
function section(page: string, heading: string): string {
  const [, rest = ''] = page.split(new RegExp(`<h[1-6][^>]*>[^<]*(?:<[^/h][^>]*>)*${heading}`, 'i'))
  return (rest.split(/<h[1-6]/)[0] ?? '').replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

/** A counter of /metrics: all its lines that fit, added up. */
async function counted(context: Context, line: RegExp): Promise<number> {
  const { text } = await context.http({ path: '/metrics' })
  const values = text.split('\n').filter((one) => line.test(one))
  return values.reduce((sum, one) => sum + Number(one.split(' ').at(-1)), 0)
}

/** What a gateway says of it. */
export const harmonizeDocuments: readonly ConformanceCase[] = [
  {
    id: 'vocabulary',
    verifies: ['HARMONIZE-096'],
    title: 'the three places of the vocabulary, at /docs',
    needs: ANY,
    async run(context) {
      const { status, text } = await context.http({ path: '/docs' })
      expectMatch('the page', status, 200)
      const places = [
        ['canonical_outbound_activity_events', / agent_notification /],
        ['Hook to canonical mapping', / notification .*agent_notification /],
        ['Optional canonical payload fields', / message /],
      ] as const
      for (const [heading, wanted] of places) {
        const found = section(text, heading)
        expectThat(`${heading} has ${wanted}: ${found.slice(0, 300)}`, wanted.test(found))
      }
    },
  },
  {
    id: 'cleaned-is-counted',
    verifies: ['HARMONIZE-097'],
    title: 'a text that was cleaned, and the tag that was taken out, are counted',
    async run(context) {
      const texts = /^signalbox_cleaned_texts_total\{result="cleaned"\}/
      const tags = /^signalbox_cleaned_tags_total\{tag="system-reminder"\}/
      const before = [await counted(context, texts), await counted(context, tags)]
      await notification(context, context.name(), { message: `${REMINDER}\nHi` })
      const after = [await counted(context, texts), await counted(context, tags)]
      expectThat(
        `both rise: ${before} to ${after}`,
        after.every((value, n) => value > (before[n] ?? 0)),
      )
    },
  },
]
