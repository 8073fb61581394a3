import { expect, it } from 'vitest'
import { fetchDevices } from './fetch-devices.js'

const device = { id: 'd1', name: 'Firefox on Linux', createdAt: 1, current: true }

it('reads the paired devices', async () => {
  const asked: string[] = []
  const read = async (path: RequestInfo | URL) => {
    asked.push(String(path))
    return Response.json({ devices: [device] })
  }
  expect(await fetchDevices(read)).toEqual([device])
  expect(asked).toEqual(['/api/devices'])
})

it('knows of none when they cannot be read', async () => {
  expect(await fetchDevices(async () => new Response('', { status: 403 }))).toBeUndefined()
  expect(await fetchDevices(() => Promise.reject(new TypeError('failed')))).toBeUndefined()
})
