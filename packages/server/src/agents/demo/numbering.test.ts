import { sessionUuid } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { Numbering } from './numbering.js'

it('counts each kind for itself', () => {
  const numbering = new Numbering()
  expect([numbering.id('tc'), numbering.id('perm'), numbering.id('tc')]).toEqual(['tc-1', 'perm-1', 'tc-2'])
  expect([numbering.next('file'), numbering.next('file')]).toEqual([1, 2])
})

it('gives every plan a uuid of its own, the same ones every time', () => {
  const plans = (numbering: Numbering) => Array.from({ length: 20 }, () => numbering.planId())
  const ids = plans(new Numbering())
  expect(new Set(ids).size).toBe(20)
  expect(ids.map(sessionUuid)).toEqual(ids)
  expect(plans(new Numbering())).toEqual(ids)
})
