import { defineConfig } from 'vitest/config'

// In Debian's chromium, against the real gateway: run `npm run build` first.
// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    include: ['packages/*/browser/**/*.browser.test.mjs'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
