import { expect, it } from 'vitest'
import { deliveryFilterQuery, readDeliveryFilter } from './delivery-filter.js'

it.each([
  ['', { status: null, trigger: null }],
  ['status=dead', { status: 'dead', trigger: null }],
  ['status=done&trigger=a+b', { status: 'done', trigger: 'a b' }],
])('%s is %j, both ways', (query, filter) => {
  expect(readDeliveryFilter(query)).toEqual(filter)
  expect(deliveryFilterQuery(filter as ReturnType<typeof readDeliveryFilter>)).toBe(query)
})

it('passes over what is said wrongly', () => {
  expect(readDeliveryFilter('status=lost&trigger=')).toEqual({ status: null, trigger: null })
})
