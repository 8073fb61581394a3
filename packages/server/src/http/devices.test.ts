import { randomBytes } from 'node:crypto'
import { SignalboxError } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { OWNER } from '../identity.js'
import { Devices } from './devices.js'
import { MemoryRecords } from './testing.js'

let made = 0
const load = (records: MemoryRecords) =>
  Devices.load({
    records,
    owner: OWNER,
    now: () => 1_000 + made,
    newId: () => `device-${++made}`,
    randomBytes,
  })

it('gives out a token once and keeps only its hash', async () => {
  const records = new MemoryRecords()
  const devices = await load(records)
  const { device, token } = await devices.add('phone')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(devices.identify(token)).toEqual({ ...OWNER, deviceId: device.id })
  expect(devices.identify(`${token}x`)).toBeNull()
  const lastSeenAt = 1_000 + made
  expect(devices.list()).toEqual([{ ...device, lastSeenAt }])
  const stored = JSON.stringify(await records.list('device', 'local'))
  expect(stored).toContain('phone')
  expect(stored).not.toContain(token)
})

it('knows its devices after a restart, and skips what is none', async () => {
  const records = new MemoryRecords()
  const { token, device } = await (await load(records)).add('phone')
  await records.put({ kind: 'device', tenantId: 'local', id: 'broken', value: { name: 7 } })
  const again = await load(records)
  expect(again.list()).toEqual([device])
  expect(again.identify(token)?.deviceId).toBe(device.id)
  expect(again.list()).toEqual([{ ...device, lastSeenAt: 1_000 + made }])
})

it('revokes at once and tells who listens', async () => {
  const records = new MemoryRecords()
  const devices = await load(records)
  const revoked: string[] = []
  devices.onRevoked((id) => revoked.push(id))
  const { device, token } = await devices.add('phone')
  const other = await devices.add('laptop')
  expect(await devices.remove(device.id)).toBe(true)
  expect(await devices.remove(device.id)).toBe(false)
  expect(revoked).toEqual([device.id])
  expect(devices.identify(token)).toBeNull()
  expect(devices.identify(other.token)).not.toBeNull()
  expect((await load(records)).list()).toEqual([other.device])
})

it('refuses a revoked device even if the log cannot be written, and can be asked again', async () => {
  const records = new MemoryRecords()
  const devices = await load(records)
  const { device, token } = await devices.add('phone')
  records.failure = new SignalboxError('unavailable')
  await expect(devices.remove(device.id)).rejects.toThrow(SignalboxError)
  expect(devices.identify(token)).toBeNull()
  records.failure = undefined
  expect(await devices.remove(device.id)).toBe(true)
  expect((await load(records)).list()).toEqual([])
})

it('knows no device that could not be stored', async () => {
  const records = new MemoryRecords()
  const devices = await load(records)
  records.failure = new SignalboxError('unavailable')
  await expect(devices.add('phone')).rejects.toThrow(SignalboxError)
  expect(devices.list()).toEqual([])
})

it('has at most a hundred', async () => {
  const devices = await load(new MemoryRecords())
  for (let count = 0; count < 100; count++) await devices.add('phone')
  await expect(devices.add('one more')).rejects.toMatchObject({ kind: 'conflict' })
})
