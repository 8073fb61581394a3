import { expect, it } from 'vitest'
import { pairCommand } from './pair-command.js'

it('names the gateway only where the command would not find it', () => {
  expect(pairCommand('http://127.0.0.1:8080')).toBe('npx signalbox pair')
  expect(pairCommand('http://127.0.0.1:9000')).toBe('npx signalbox pair --url http://127.0.0.1:9000')
})
