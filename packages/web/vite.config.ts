import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const gateway = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  build: {
    // The gateway's CSP allows no data: fonts and no inline script: everything is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    proxy: {
      '/api': gateway,
      '/pair': { target: gateway, bypass: pageOnGet },
      '/ws': { target: gateway, ws: true },
    },
  },
})

/** `/pair` is a page when read and a door when posted to. */
function pageOnGet(request: { method?: string }): string | undefined {
  return request.method === 'POST' ? undefined : '/index.html'
}
