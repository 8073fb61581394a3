import { expect, it } from 'vitest'
import { whereToAnswer } from './where-to-answer.js'

it('says the folder, the pane and the terminal', () => {
  const process = { pid: 7, tty: '/dev/pts/3', tmuxPane: '%5', host: 'desk' }
  expect(whereToAnswer({ cwd: '/home/ada/shop', process }, undefined)).toBe(
    '~/shop · tmux %5 · pts/3 · on desk',
  )
})

it('takes what a glance tells where the session does not', () => {
  const glance = { cwd: '/srv/app', tmuxTarget: '%9', pid: 4 }
  expect(whereToAnswer({ cwd: null }, glance)).toBe('/srv/app · tmux %9')
  expect(whereToAnswer(undefined, glance)).toBe('/srv/app · tmux %9')
})

it('names the process where there is nothing better, and nothing where there is nothing', () => {
  expect(whereToAnswer({ cwd: null, process: { pid: 42 } }, undefined)).toBe('process 42')
  expect(whereToAnswer(undefined, undefined)).toBe('')
})
