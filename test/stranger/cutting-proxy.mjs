import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/**
 * A TCP proxy that ends connections. `fateOf()` says for each new one how many bytes the client still gets, and what
 * comes then: `cut` closes both sides, `silent` leaves both open and lets nothing through any more.
 * @param {() => {bytes: number, end: 'cut' | 'silent'}} fateOf
 * @param {(end: 'cut' | 'silent') => void} onEnd
 */
export async function startProxy(fateOf, onEnd) {
  const open = new Set()
  let target = 0
  const server = createServer((client) => {
    const { bytes, end } = fateOf()
    const gateway = connect(target, '127.0.0.1')
    let left = bytes
    let silent = false
    for (const [from, to] of [
      [client, gateway],
      [gateway, client],
    ]) {
      open.add(from)
      from.on('error', () => {}) // it closes
      from.on('close', () => {
        open.delete(from)
        // A peer that went away behind a dead line is not noticed on the other side.
        if (!silent) to.destroy()
      })
    }
    client.on('data', (data) => silent || gateway.write(data))
    gateway.on('data', (data) => {
      if (silent) return
      client.write(data.subarray(0, left))
      left -= data.length
      if (left > 0) return
      onEnd(end)
      if (end === 'silent') silent = true
      else client.end(() => client.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: server.address().port,
    aim(port) {
      target = port
    },
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
