import { defineConfig } from 'vitest/config'

// Tests run on the compiled files, so they exercise exactly what is shipped (worker threads included).
export default defineConfig({
  test: {
    include: [
      'packages/*/dist/**/*.test.js',
      'packages/web/src/**/*.test.ts',
      'scripts/**/*.test.mjs',
      'bench/**/*.test.mjs',
      'test/**/*.test.mjs',
    ],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    restoreMocks: true,
  },
})
