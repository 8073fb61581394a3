// Answers what agents ask, in all sessions, by rules of its own; what no rule knows is left to a person.
//   SIGNALBOX_TOKEN=$(cat ~/.signalbox/token) node examples/approve-bot.mjs http://127.0.0.1:8080
import { connect } from '@signalbox/client'

const [url = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const client = await connect({ url, token: process.env.SIGNALBOX_TOKEN })

/** The first rule that knows an answer gives it. */
const RULES = [
  ({ description, args }) => /\brm\s+-\w*[rf]/.test(`${description} ${JSON.stringify(args ?? '')}`) && 'deny',
  ({ toolKind }) => ['read', 'search', 'think'].includes(toolKind) && 'approve',
]

async function decide({ sessionId, requestId, kind, data }) {
  const verdict = kind === 'permission' ? RULES.map((rule) => rule(data)).find(Boolean) : undefined
  console.log(verdict ?? 'left to a person', JSON.stringify(data.description ?? data.questions?.[0]?.text))
  if (verdict === undefined) return
  const answer = { approved: verdict === 'approve', message: `by approve-bot: ${verdict}` }
  // A person may have been faster, and that is fine.
  await client.respondPermission(sessionId, requestId, answer).catch(console.error)
}

const seen = new Set()
async function decideAll() {
  for (const request of await client.listRequests({ status: 'pending' })) {
    if (seen.has(request.requestId)) continue
    seen.add(request.requestId)
    await decide(request)
  }
}

// Attention reaches the whole tenant, joined or not; after a cut the list has what was missed.
client.onEvent('attention_raised', () => decideAll().catch(console.error))
client.on('status', ({ state }) => state === 'live' && decideAll().catch(console.error))
await decideAll()
console.log('ready')
