// Follows one session: replays what there is, then prints events as they come. With --once it stops after the replay.
//   SIGNALBOX_TOKEN=$(cat ~/.signalbox/token) node examples/watch.mjs http://127.0.0.1:8080 'Codex 1'
import { connect } from '@signalbox/client'
import { WebSocket } from 'ws'

const [url = 'http://127.0.0.1:8080', session = 'Codex 1', once] = process.argv.slice(2)
const client = await connect({ url, token: process.env.SIGNALBOX_TOKEN, WebSocket })

client.on('event', ({ seq, ts, type }) =>
  console.log(String(seq).padStart(5), new Date(ts).toISOString(), type),
)
client.on('gap', ({ fromSeq, toSeq, reason }) => console.log(`      ${toSeq - fromSeq} not kept (${reason})`))
client.on('replayed', () => once === '--once' && client.close())
await client.join(session, { afterSeq: 0 })
