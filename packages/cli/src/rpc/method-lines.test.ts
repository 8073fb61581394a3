import { RPC_METHODS } from '@signalbox/protocol/rpc'
import { expect, it } from 'vitest'
import { paintFor } from '../terminal/paint.js'
import { METHOD_NAMES, methodLines, methodList } from './method-lines.js'

const lines = methodLines(paintFor(false))

it('lists every method with what it does under it', () => {
  expect(lines.filter((line) => !line.startsWith(' ')).map((line) => line.split(' ')[0])).toEqual(
    Object.keys(RPC_METHODS),
  )
  expect(lines.filter((line) => line.startsWith('    '))).toEqual(
    Object.values(RPC_METHODS).map(({ description }) => `    ${description}`),
  )
})

it('names what may be left out in brackets', () => {
  expect(lines).toContain('turn/interrupt turn_id [reason]')
  expect(lines).toContain('holon/status')
})

it('lists the same for programs, by every name', () => {
  expect(methodList()).toHaveLength(Object.keys(RPC_METHODS).length)
  expect(methodList()[0]).toEqual({
    name: 'holon/status',
    aliases: ['signalbox/status'],
    takes: [],
    permission: 'session:read',
    description: expect.any(String),
  })
  expect(METHOD_NAMES).toEqual(expect.arrayContaining(['holon/status', 'signalbox/status', 'rpc.discover']))
})
