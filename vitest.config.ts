import { defineConfig } from 'vitest/config'

// Tests run on the compiled files, so they exercise exactly what is shipped (worker threads included).
/** CI looks longer: more cuts, more stories, and whether the conformance cases find what is wrong on purpose. */
const thorough = process.env.SIGNALBOX_THOROUGH === '1'
const ONLY_THOROUGH = ['packages/conformance/dist/**/{*tampering,main}.test.js']

/** Of the command line, what starts no process. */
const PURE_CLI = 'packages/cli/dist/watch/**/*.test.js'

const shared = { testTimeout: 20_000, hookTimeout: 20_000, restoreMocks: true, maxWorkers: 2 }

export default defineConfig({
  test: {
    projects: [
      {
        // Pure functions and a fake clock: nothing to keep apart, so no process for each file.
        test: {
          ...shared,
          name: 'pure',
          include: [
            'packages/{protocol,client}/dist/**/*.test.js',
            PURE_CLI,
            'packages/web/src/**/*.test.ts',
          ],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        // Gateways and logs in the process of the test: loading them takes as long as many of the tests.
        test: {
          ...shared,
          name: 'server',
          include: ['packages/server/dist/**/*.test.js'],
          pool: 'forks',
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'running',
          // Cases that wait for an agent: while one waits, others work.
          maxConcurrency: 16,
          include: ['packages/{cli,conformance}/dist/**/*.test.js', '{scripts,bench,test}/**/*.test.mjs'],
          exclude: [PURE_CLI, ...(thorough ? [] : ONLY_THOROUGH)],
        },
      },
    ],
  },
})
