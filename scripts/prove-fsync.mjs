import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { proveFsync } from './fsync/proof.mjs'
import { parseTrace } from './fsync/trace.mjs'
import { Door } from './gateway/door.mjs'
import { readToken, startProcess, upCommand } from './gateway/process.mjs'

// kill -9 cannot show a missing fsync: the page cache outlives the process. The system calls can.
const EVENTS = 50
const CALLS = 'read,readv,recvfrom,recvmsg,write,writev,pwrite64,pwritev,sendto,sendmsg,fsync,fdatasync'
const UNSYNCED = fileURLToPath(new URL('./fsync/unsynced-gateway.mjs', import.meta.url))

if (spawnSync('strace', ['-V']).status !== 0) {
  console.error(
    'strace is missing: the fsync proof needs it. Install it (apt-get install strace) and run again.',
  )
  process.exit(1)
}

const proof = await observe((dataDir) => upCommand({ port: 0, dataDir }))
say('with synchronous=FULL', proof)
const held = proof.answers === EVENTS && proof.faults.length === 0
console.log(held ? 'every answer came after an fsync of its event' : 'fsync proof FAILED')

const negative = await observe((dataDir) => [process.execPath, UNSYNCED, dataDir])
say('with synchronous=OFF', negative)
const failed = negative.answers === EVENTS && negative.faults.length === EVENTS
console.log(
  failed
    ? 'negative run failed as it must'
    : 'the negative run should have failed at every answer: the proof proves nothing',
)

process.exitCode = held && failed ? 0 : 1

/**
 * Runs a gateway under strace, sends it events one at a time, and judges the trace.
 * @param {(dataDir: string) => string[]} command
 */
async function observe(command) {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-fsync-'))
  const traceFile = join(dataDir, 'strace')
  const strace = ['strace', '-f', '-y', '-ttt', '-s', '64', '-e', `trace=${CALLS}`, '-o', traceFile]
  const gateway = startProcess([...strace, ...command(dataDir)], { pidOf: tracee })
  try {
    const port = await gateway.listening
    await sendOneByOne(new Door(port, readToken(dataDir)))
    const { code } = await gateway.stop()
    if (code !== 0) throw new Error(`the traced gateway ended with ${code}`)
    return proveFsync(parseTrace(readFileSync(traceFile, 'latin1')))
  } finally {
    gateway.signal('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @param {Door} door */
async function sendOneByOne(door) {
  for (let n = 1; n <= EVENTS; n += 1) {
    const envelope = { session_id: 'fsync', event_id: `fsync:${n}`, payload: { type: 'finish', n } }
    const { status, text } = await door.post('/api/sessions/fsync/notify', JSON.stringify(envelope))
    if (status !== 204) throw new Error(`event ${n} was answered ${status}: ${text}`)
  }
  door.close()
}

/** strace would leave the gateway running when it is told to end: the signal goes to its child. @param {number} pid */
function tracee(pid) {
  const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]
  return child ? Number(child) : pid
}

/** @param {string} run @param {{answers: number, faults: string[]}} proof */
function say(run, { answers, faults }) {
  console.log(`${run}: ${EVENTS} events sent, ${answers} answers traced, ${faults.length} before their fsync`)
  for (const fault of faults.slice(0, 3)) console.log(`  ${fault}`)
}
