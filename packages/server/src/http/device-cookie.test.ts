import { expect, it } from 'vitest'
import { clearDeviceCookie, readDeviceCookie, setDeviceCookie } from './device-cookie.js'

it('is out of reach of scripts and other sites, for a year', () => {
  expect(setDeviceCookie('abc', false)).toBe(
    'signalbox_device=abc; Max-Age=31536000; Path=/; HttpOnly; SameSite=Strict',
  )
  expect(setDeviceCookie('abc', true)).toContain('; Secure')
  expect(clearDeviceCookie()).toBe('signalbox_device=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict')
})

it('is found among others', () => {
  expect(readDeviceCookie('a=1; signalbox_device=abc; b=2')).toBe('abc')
  expect(readDeviceCookie('signalbox_device=a=b')).toBe('a=b')
  expect(readDeviceCookie('signalbox_device=one; signalbox_device=two')).toBe('one')
})

it('is not found where it is not', () => {
  for (const header of [
    undefined,
    '',
    ';',
    'signalbox_device',
    'signalbox_device=',
    'xsignalbox_device=abc',
    'a=signalbox_device=b',
  ]) {
    expect(readDeviceCookie(header)).toBeUndefined()
  }
})
