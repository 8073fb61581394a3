import { defineConfig } from 'vitest/config'

// Tests run on the compiled files, so they exercise exactly what is shipped (worker threads included).
/** CI looks longer: more cuts, more stories, and whether the conformance cases find what is wrong on purpose. */
const thorough = process.env.SIGNALBOX_THOROUGH === '1'
/** What only that run has the time for. */
const ONLY_THOROUGH = [
  'packages/conformance/dist/**/{*tampering,main,suite}.test.js',
  'packages/cli/dist/{driving,main,commands/watch}.test.js',
  'test/{stranger/**/*,rpc/*,otlp/*,docs,examples,rpc-docs,flows-docs}.test.mjs',
  'packages/server/dist/flows/{loops,activities/send-to-pane}.test.js',
  'packages/server/dist/doors/rpc/{conversation,join-stream,stream,methods/methods}.test.js',
  'packages/server/dist/{delivery/delivery,log/{damaged-log,open-log},sessions/{hostile-agents,recovery}}.test.js',
  'test/client/{cuts,comings-and-goings,faults,gateway,turns}.test.mjs',
  'bench/main.test.mjs',
  'scripts/torture/flow-torture.test.mjs',
  'scripts/build/bundle.test.mjs',
]
/** Of the others, those that look longer in it. */
const LONGER_THEN = ['packages/server/dist/sessions/cut-points.test.js']

/** Of the command line, what starts processes or changes its own; all the rest is pure. */
const RUNNING_CLI = [
  'packages/cli/dist/{main,driving}.test.js',
  'packages/cli/dist/commands/{clean,doctor,flows,flows-gateway,hook,listen,notify,notify-gateway,pausing,rpc,setup,toasts,watch}.test.js',
  'packages/cli/dist/hook/{codex-notify,hook-*}.test.js',
  'packages/cli/dist/setup/opencode-plugin.test.js',
]

const shared = {
  testTimeout: 20_000,
  hookTimeout: 20_000,
  // What is waited for comes when the machine has the time for it.
  expect: { poll: { timeout: 15_000 } },
  restoreMocks: true,
  maxWorkers: thorough ? 2 : 3,
}

export default defineConfig({
  test: {
    projects: [
      {
        // Pure functions and a fake clock: nothing to keep apart, so no process for each file.
        test: {
          ...shared,
          name: 'pure',
          include: thorough
            ? []
            : ['packages/{protocol,client,cli}/dist/**/*.test.js', 'packages/web/src/**/*.test.{ts,tsx}'],
          exclude: RUNNING_CLI,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        // Gateways and logs in the process of the test: loading them takes as long as many of the tests.
        test: {
          ...shared,
          name: 'server',
          include: thorough ? LONGER_THEN : ['packages/server/dist/**/*.test.js'],
          exclude: ONLY_THOROUGH,
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
          include: thorough
            ? ONLY_THOROUGH
            : [
                ...RUNNING_CLI,
                'packages/conformance/dist/**/*.test.js',
                '{scripts,bench,test}/**/*.test.mjs',
              ],
          exclude: thorough ? [] : ONLY_THOROUGH,
        },
      },
    ],
  },
})
