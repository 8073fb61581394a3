import { defineConfig } from 'vitest/config'

// Real agents against a model of our own and the real gateway: `npm run test:agents` builds and installs them first.
// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    include: ['agents/**/*.test.mjs'],
    testTimeout: 150_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // An agent takes a core, its gateway and the rest another.
    fileParallelism: false,
    restoreMocks: true,
  },
})
