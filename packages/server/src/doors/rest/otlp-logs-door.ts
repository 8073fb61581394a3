import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import { otelMeaning, otelRecords } from '../../ingest/codex-otel.js'
import type { Log } from '../../log/log.js'
import type { Counter, Metrics, Series } from '../../telemetry/metrics.js'
import { JSON_TYPE, takeBodies } from './media-type.js'
import { permitIngest } from './permit.js'
import { readWhole } from './read-body.js'
import { readJson } from './read-json.js'

export interface OtlpLogsDoorDeps {
  log: Pick<Log, 'commit'>
  metrics: Metrics
}

const MAX_BYTES = 8 * 1024 * 1024
const PROTOBUF = /^application\/(?:x-)?protobuf/i
const unzipped = promisify(gunzip)

/** POST /v1/logs: the telemetry of Codex, as OTLP/HTTP in JSON. It says how a person decided in the terminal. */
export function addOtlpLogsDoor(app: FastifyInstance, { log, metrics }: OtlpLogsDoorDeps): void {
  const counted = metrics.counter(
    'signalbox_otlp_records_total',
    'Records of telemetry, by what became of them.',
    ['result'],
  )
  app.register(async (door) => {
    door.addHook('onRequest', (request, _reply, done) => {
      checkProtocol(request.headers['content-type'] ?? '')
      done()
    })
    takeBodies(door, [JSON_TYPE])
    door.post('/v1/logs', { config: { hooks: true } }, async (request) => {
      const { tenantId } = permitIngest(request)
      const bytes = await plain(await readWhole(request.raw, MAX_BYTES), request.headers['content-encoding'])
      // One after the other: they keep their order, and whoever else tells something does not wait for all of them.
      for (const record of otelRecords(readJson(bytes).value)) await take(tenantId, record)
      return { partialSuccess: {} }
    })
  })

  async function take(tenantId: string, record: ReturnType<typeof otelRecords>[number]): Promise<void> {
    const meaning = otelMeaning(record)
    if (meaning.result === 'taken') {
      const { thread, drafts } = meaning
      const session = { by: 'alias', alias: { namespace: 'codex', id: thread }, create: null } as const
      try {
        await log.commit({ tenantId, session, drafts })
      } catch (error) {
        // Of a session nobody told of there is no request either.
        if (!(error instanceof SignalboxError) || error.kind !== 'sessionNotFound') throw error
        count(counted, 'ignored')
        return
      }
    }
    count(counted, meaning.result)
  }
}

function count(series: Series<Counter>, result: string): void {
  series.of(result).add()
}

function checkProtocol(type: string): void {
  if (!PROTOBUF.test(type)) return
  const message =
    'This address takes OTLP in JSON; set protocol = "json" in the [otel] section of config.toml.'
  throw new SignalboxError('unsupportedMediaType', message)
}

async function plain(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding === '' || encoding === 'identity') return bytes
  if (encoding !== 'gzip') {
    throw new SignalboxError(
      'unsupportedMediaType',
      `This address does not take bodies in ${encoding.slice(0, 50)}.`,
    )
  }
  try {
    return await unzipped(bytes, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    const large = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    if (large) throw new SignalboxError('tooLarge', `The body has more than ${MAX_BYTES} bytes.`)
    throw new SignalboxError('invalidMessage', 'the body is not gzip, though it says so')
  }
}
