import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'

/**
 * A receiver of OTLP/HTTP logs (POST /v1/logs, JSON, gzip or not), as a program of its own: prints its port, then every
 * record it takes as a line, with its resource and scope. What it does with the n-th call is said by the arguments:
 * take, wait (until something is written to its stdin, then take), partial, refuse (400), busy (503), hang; the last one
 * goes for all that follow.
 */
const plan = process.argv.slice(2)
const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)
const told = new Promise((resolve) => process.stdin.once('data', resolve))
let calls = 0

const take = (records) => ({ status: 200, body: {}, kept: records })
const MODES = {
  take,
  wait: take,
  partial: (records) => ({
    status: 200,
    body: { partialSuccess: { rejectedLogRecords: '1', errorMessage: 'one is too many' } },
    kept: records.slice(1),
  }),
  refuse: () => ({ status: 400, body: { code: 3, message: 'no' }, kept: [] }),
  busy: () => ({
    status: 503,
    body: { code: 14, message: 'later' },
    kept: [],
    headers: { 'retry-after': '60' },
  }),
}

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers
    if (request.method !== 'POST' || request.url !== '/v1/logs') return answer(response, 404, {})
    if (type !== 'application/json') return answer(response, 415, {})
    const body = Buffer.concat(chunks)
    const { resourceLogs } = JSON.parse(encoding === 'gzip' ? gunzipSync(body) : body)
    const records = resourceLogs.flatMap(({ resource, scopeLogs }) =>
      scopeLogs.flatMap(({ scope, logRecords }) =>
        logRecords.map((record) => ({ ...record, resource, scope })),
      ),
    )
    const mode = plan[Math.min(calls++, plan.length - 1)] ?? 'take'
    say({ call: mode, encoding, records: records.length })
    if (mode === 'hang') return
    if (mode === 'wait') await told
    const { status, body: said, kept, headers } = MODES[mode](records)
    for (const record of kept) say({ record })
    answer(response, status, said, headers)
  })
})

function answer(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

server.listen(0, '127.0.0.1', () => say({ port: server.address().port }))
process.on('SIGTERM', () => process.exit(0))
