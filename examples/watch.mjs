// Follows one session: replays what there is, then prints events as they come. With --once it stops after the replay.
//   SIGNALBOX_TOKEN=$(cat ~/.signalbox/token) node examples/watch.mjs http://127.0.0.1:8080 'Codex 1'
import { connect } from '@signalbox/client'

const [url = 'http://127.0.0.1:8080', session = 'Codex 1', once] = process.argv.slice(2)
const client = await connect({ url, token: process.env.SIGNALBOX_TOKEN })

client.on('status', ({ state, reason }) => reason?.code === 'ClientClosed' || console.error(state))
if (once === '--once') client.on('replayed', () => client.close())

for await (const item of client.follow(session, { afterSeq: 0 })) {
  if (item.type === 'gap') console.log(`      ${item.toSeq - item.fromSeq} not kept (${item.reason})`)
  else console.log(String(item.seq).padStart(5), new Date(item.ts).toISOString(), item.type)
}
