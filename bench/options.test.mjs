import { describe, expect, it } from 'vitest'
import { OptionsError, readOptions } from './options.mjs'

const NAMES = ['ingest', 'ingest-cpu', 'replay', 'replay-50mb']

/** @param {string} line */
const read = (line) => readOptions(line.split(' ').filter(Boolean), NAMES)
/** @param {string} line */
const chosen = (line) => NAMES.filter(read(line).chosen)

describe('readOptions', () => {
  it('has defaults', () => {
    expect(read('')).toMatchObject({
      json: false,
      writeDocs: false,
      profile: false,
      pairs: 5,
      seconds: undefined,
    })
    expect(chosen('')).toEqual(NAMES)
  })

  it('takes flags and numbers', () => {
    expect(read('--json --write-docs --pairs 3 --seconds 0.2')).toMatchObject({
      json: true,
      writeDocs: true,
      pairs: 3,
      seconds: 0.2,
    })
  })

  it('chooses by prefix, several times or with commas', () => {
    expect(chosen('--only ingest')).toEqual(['ingest', 'ingest-cpu'])
    expect(chosen('--only ingest-cpu --only replay-')).toEqual(['ingest-cpu', 'replay-50mb'])
    expect(chosen('--only ingest-cpu,replay-50mb')).toEqual(['ingest-cpu', 'replay-50mb'])
  })

  it.each([
    ['--only egress', 'knows no "egress"; there are ingest, ingest-cpu, replay, replay-50mb.'],
    ['--only ingest,', 'knows no ""'],
    ['--only ingest --write-docs', 'leave out --only'],
    ['--profile --write-docs', 'leave it out'],
    ['--pairs 0', '--pairs takes 1 to 100.'],
    ['--pairs x', '--pairs takes 1 to 100.'],
    ['--seconds 1000', '--seconds takes 0.1 to 600.'],
    ['--fast', '--fast'],
    ['ingest', 'ingest'],
  ])('refuses %s', (line, message) => {
    expect(() => read(line)).toThrow(OptionsError)
    expect(() => read(line)).toThrow(message)
  })
})
