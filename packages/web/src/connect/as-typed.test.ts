import { expect, it } from 'vitest'
import { asTyped } from './as-typed.js'

it.each([
  ['signalbox setup claude', '', 'npx signalbox setup claude'],
  ['signalbox setup claude', '--data-dir /srv/box', 'npx signalbox setup claude --data-dir /srv/box'],
  ['signalbox doctor', '--dev', 'npx signalbox doctor --dev'],
  ["rm '/home/my signalbox/x' && signalbox setup", '', "rm '/home/my signalbox/x' && npx signalbox setup"],
  ['chmod 600 /home/ada/.signalbox/token', '--dev', 'chmod 600 /home/ada/.signalbox/token'],
])('%s %s', (command, options, typed) => {
  expect(asTyped(command, options)).toBe(typed)
})
