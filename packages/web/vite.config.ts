import { docsBody } from '@signalbox/protocol/documents'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'

const gateway = process.env.SIGNALBOX_URL ?? 'http://127.0.0.1:8080'
/** `vite` serves the sources; the gateway sees requests as if its own page had sent them. */
const toGateway: ProxyOptions = { target: gateway, changeOrigin: true, headers: { origin: gateway } }

/** The page to read is written when it is built: it needs no script, and the gateway serves it like any file. */
const docs: Plugin = {
  name: 'docs',
  transformIndexHtml: (html, { path }) =>
    path === '/docs.html' ? html.replace('<!-- docs -->', docsBody) : html,
}

export default defineConfig({
  plugins: [react(), docs],
  build: {
    rolldownOptions: { input: ['index.html', 'docs.html'] },
    // The gateway's CSP allows no data: fonts and no inline script: everything is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    proxy: {
      '/api': toGateway,
      '/ws': { ...toGateway, ws: true },
      // A page when read, a door when posted to.
      '/pair': { ...toGateway, bypass: ({ method }) => (method === 'POST' ? undefined : '/index.html') },
    },
  },
})
