import { existsSync, readFileSync } from 'node:fs'

// Turns a vitest JSON report and the run's exit code into `PASSED FAILED`. A run that says it failed never counts as
// whole, even when no single test did: a file that does not load has no tests to fail.
const [report = '', code = '1'] = process.argv.slice(2)
const {
  numPassedTests = 0,
  numFailedTests = 0,
  numFailedTestSuites = 0,
} = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
const ran = numPassedTests + numFailedTests > 0
const broken = code !== '0' || numFailedTestSuites > 0 || !ran
console.log(`${numPassedTests} ${Math.max(numFailedTests, broken ? 1 : 0)}`)
