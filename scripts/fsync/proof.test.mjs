import { describe, expect, it } from 'vitest'
import { proveFsync } from './proof.mjs'
import { parseTrace } from './trace.mjs'

const asked = '90  1.1 read(33<socket:[1]>, "POST /api/sessions/a/notify HTTP/1.1\\r\\nHost"..., 65536) = 207'
const written = '91  1.2 pwrite64(29</d/events.db-wal>, "\\r\\0\\0\\3"..., 4096, 144256) = 4096'
const synced = '91  1.3 fsync(29</d/events.db-wal>) = 0'
const woken = '91  1.4 write(17<anon_inode:[eventfd]>, "\\1\\0", 8) = 8'
const answered = '90  1.5 write(33<socket:[1]>, "HTTP/1.1 204 No Content\\r\\nDate: Sun"..., 111) = 111'

/** @param {string[]} lines */
const prove = (...lines) => proveFsync(parseTrace(lines.join('\n')))

describe('parseTrace', () => {
  it('reads a call with its descriptor, arguments and result', () => {
    expect(parseTrace(written)).toEqual([
      {
        pid: '91',
        name: 'pwrite64',
        file: '/d/events.db-wal',
        text: ', "\\r\\0\\0\\3"..., 4096, 144256',
        result: 4096,
        begun: 0,
        ended: 0,
      },
    ])
  })

  it('joins a call that other threads interrupted', () => {
    const lines = [
      '91  1.0 fsync(29</d/events.db-wal> <unfinished ...>',
      '90  1.1 read(17<anon_inode:[eventfd]>,  <unfinished ...>',
      '91  1.2 <... fsync resumed>) = 0',
      '90  1.3 <... read resumed>"\\1", 1024) = 8',
    ]
    expect(parseTrace(lines.join('\n'))).toMatchObject([
      { name: 'fsync', begun: 0, ended: 2, result: 0 },
      { name: 'read', begun: 1, ended: 3, result: 8, text: ', "\\1", 1024' },
    ])
  })

  it('passes over signals, exits, errors without a descriptor and broken lines', () => {
    const lines = [
      '90  1.0 --- SIGTERM {si_signo=SIGTERM} ---',
      '90  1.1 +++ exited with 0 +++',
      'strace: nonsense',
      '90  1.2 read(17, "", 8) = 0',
      '90  1.3 <... write resumed>) = 8',
      '',
    ]
    expect(parseTrace(lines.join('\n'))).toEqual([])
  })

  it('keeps the result of a failed call', () => {
    const line = '91  1.3 fsync(29</d/events.db-wal>) = -1 EIO (Input/output error)'
    expect(parseTrace(line)).toMatchObject([{ result: -1 }])
  })
})

describe('proveFsync', () => {
  it('accepts write, fsync, answer', () => {
    expect(prove(asked, written, synced, woken, answered)).toEqual({ answers: 1, faults: [] })
  })

  it('refuses an answer without an fsync', () => {
    expect(prove(asked, written, woken, answered).faults).toEqual([
      'line 4: answered without an fsync of the WAL after its write',
    ])
  })

  it('refuses an answer whose event was never written', () => {
    expect(prove(asked, synced, answered).faults).toEqual(['line 3: answered without a write to the WAL'])
  })

  it('refuses an fsync that came before the write', () => {
    expect(prove(asked, synced, written, answered).faults).toHaveLength(1)
  })

  it('refuses an fsync that came before the request', () => {
    expect(prove(written, synced, asked, answered).faults).toHaveLength(1)
  })

  it('refuses an fsync that failed, or was of another file', () => {
    const failed = synced.replace('= 0', '= -1 EIO (Input/output error)')
    expect(prove(asked, written, failed, answered).faults).toHaveLength(1)
    expect(prove(asked, written, synced.replace('-wal', ''), answered).faults).toHaveLength(1)
  })

  it('refuses an answer that went out while the fsync was still running', () => {
    const begun = '91  1.3 fsync(29</d/events.db-wal> <unfinished ...>'
    const ended = '91  1.6 <... fsync resumed>) = 0'
    expect(prove(asked, written, begun, answered, ended).faults).toHaveLength(1)
  })

  it('asks each request of a connection for its own fsync', () => {
    const { answers, faults } = prove(asked, written, synced, answered, asked, answered)
    expect(answers).toBe(2)
    expect(faults).toHaveLength(1)
  })

  it('finds an answer in a gathered write', () => {
    const gathered =
      '90  1.5 writev(33<socket:[1]>, [{iov_base="HTTP/1.1 200 OK\\r\\n"..., iov_len=99}], 1) = 99'
    expect(prove(asked, written, synced, gathered)).toEqual({ answers: 1, faults: [] })
  })

  it('counts neither a refusal nor an answer to something else', () => {
    const refused = answered.replace('204 No Content', '400 Bad Request')
    const other = asked.replace('POST', 'GET')
    expect(prove(asked, refused).answers).toBe(0)
    expect(prove(other, answered).answers).toBe(0)
  })
})
