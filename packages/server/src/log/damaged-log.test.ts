import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignalboxError } from '@signalbox/protocol'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { LogOpenError } from './log-open-error.js'
import { openLog } from './open-log.js'
import { crashImage, notify, tempLog } from './testing.js'

describe('a file that cannot be used', () => {
  it('refuses one of a newer version and leaves it alone', async () => {
    const { log, dataDir } = await tempLog()
    await log.close()
    const db = new Database(join(dataDir, 'events.db'))
    db.pragma('user_version = 99')
    db.close()
    await expect(openLog({ dataDir })).rejects.toThrow(LogOpenError)
    await expect(openLog({ dataDir })).rejects.toThrow(/newer Signalbox/)
  })

  it.each([
    ['an unreadable event', "UPDATE events SET data = '{' WHERE offset = 2", /offset 2 cannot be read/],
    ['events without their session', 'DELETE FROM sessions', /belongs to no session/],
  ])('%s is found at the start', async (_name, sql, reason) => {
    const { log, dataDir } = await tempLog()
    await log.commit(notify('s', undefined, { type: 'x' }))
    await log.close()
    const db = new Database(join(dataDir, 'events.db'))
    db.exec(sql)
    db.close()
    const { log: damaged } = await tempLog({ dataDir })
    expect(damaged.health()).toMatchObject({ state: 'failing', reason: expect.stringMatching(reason) })
  })

  it.each([
    [
      'garbage',
      (path: string) => writeFileSync(path, 'not a database, but long enough to be one'.repeat(500)),
    ],
    ['truncated', (path: string) => truncateSync(path, 9000)],
    ['emptied', (path: string) => truncateSync(path, 0)],
    [
      'damaged at its end',
      (path: string) => {
        const bytes = readFileSync(path)
        bytes.fill(0xa5, Math.floor(bytes.length / 4096 / 2) * 4096)
        writeFileSync(path, bytes)
      },
    ],
  ])('%s: answers unavailable, says why, and does not touch the file', async (_name, damage) => {
    const { log, dataDir } = await tempLog()
    await Promise.all(
      Array.from({ length: 300 }, (_, n) => log.commit(notify('s', undefined, { type: 'x', n }))),
    )
    await log.close()
    const path = join(dataDir, 'events.db')
    damage(path)
    const before = readFileSync(path)
    const { log: damaged } = await tempLog({ dataDir })
    expect(damaged.health()).toMatchObject({ state: 'failing', reason: expect.stringContaining('damaged') })
    await expect(damaged.commit(notify('s', undefined, { type: 'x' }))).rejects.toThrow(SignalboxError)
    await expect(
      damaged.reader.sessions({ tenantId: 'local', includeArchived: true, limit: 1 }),
    ).rejects.toMatchObject({
      kind: 'unavailable',
    })
    expect(readFileSync(path)).toEqual(before)
  })
})

describe('a damaged middle', () => {
  /** A log big enough to have pages that no check of the end reads. */
  async function damagedMiddle(clean: boolean): Promise<string> {
    const { log, dataDir } = await tempLog()
    for (let n = 0; n < 12; n++) {
      await Promise.all(
        Array.from({ length: 250 }, (_, m) =>
          log.commit(notify(`s${m % 9}`, undefined, { type: 'x', text: 'x'.repeat(900), n, m })),
        ),
      )
    }
    await log.close()
    const path = join(dataDir, 'events.db')
    if (!clean) {
      const db = new Database(path)
      db.exec("UPDATE meta SET value = 'no' WHERE key = 'clean'")
      db.close()
    }
    const bytes = readFileSync(path)
    for (let page = 100; page < 140; page++) bytes.fill(0xa5, page * 4096, page * 4096 + 4096)
    writeFileSync(path, bytes)
    return dataDir
  }

  it('is found by the check after an unclean stop; from then on nothing is written', async () => {
    const dataDir = await damagedMiddle(false)
    const { log } = await tempLog({ dataDir })
    await expect.poll(() => log.health().state).toBe('failing')
    expect(log.health()).toMatchObject({
      reason: expect.stringContaining('damaged'),
      check: { failed: expect.any(String) },
    })
    await expect(log.commit(notify('s1', undefined, { type: 'x' }))).rejects.toMatchObject({
      kind: 'unavailable',
    })
    await log.close()
    const { log: again } = await tempLog({ dataDir })
    await expect.poll(() => again.health().state).toBe('failing')
  })
})

describe('a lost WAL', () => {
  it('of a young log does not make a new one in silence', async () => {
    const { log, dataDir } = await tempLog()
    await log.commit(notify('s', undefined, { type: 'x' }))
    const image = crashImage(dataDir)
    rmSync(join(image, 'events.db-wal'))
    const { log: after } = await tempLog({ dataDir: image })
    // The log itself is there; what only the WAL held is not, and nobody pretends that it is another log.
    expect(after.epoch).toBe(log.epoch)
  })

  it('a file of another log is not taken for the one that was here', async () => {
    const { log, dataDir } = await tempLog()
    await log.close()
    const other = await tempLog()
    await other.log.close()
    copyFileSync(join(other.dataDir, 'events.db'), join(dataDir, 'events.db'))
    const { log: wrong } = await tempLog({ dataDir })
    expect(wrong.health()).toMatchObject({
      state: 'failing',
      reason: expect.stringContaining('is not the log'),
    })
  })
})
