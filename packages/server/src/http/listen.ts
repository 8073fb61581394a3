import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Config, UsageError } from '../config.js'

/** Listens where the settings say; what a person can help is a UsageError. */
export async function listen(app: FastifyInstance, config: Pick<Config, 'host' | 'port'>): Promise<void> {
  const { host, port } = config
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as { code?: string }
    const explain = LISTEN_FAILURES[code ?? '']
    throw explain ? new UsageError(explain(host, port)) : error
  }
}

const LISTEN_FAILURES: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is taken by another program. Start with --port ${port === 65535 ? port - 1 : port + 1}, or stop that program.`,
  EACCES: (_host, port) =>
    `This user may not listen on port ${port}. Choose one above 1023, for example --port 8080.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}. Leave out --host to listen on 127.0.0.1.`,
  ENOTFOUND: (host) => `The name ${host} cannot be found. Leave out --host to listen on 127.0.0.1.`,
}

/** Where it listens, as a link. */
export function urlOf(app: FastifyInstance, { host }: Pick<Config, 'host'>): string {
  const { port } = app.server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
