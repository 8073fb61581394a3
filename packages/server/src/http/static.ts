import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSame } from './is-same.js'

interface StaticFile {
  body: Buffer
  headers: Record<string, string>
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * The files of the built dashboard, by name. Names are listed once at the start and only those are ever looked up, so
 * no path from a URL reaches the file system; contents are read on first use and kept.
 */
export class StaticFiles {
  readonly #dir: string
  readonly #files = new Map<string, Promise<StaticFile> | null>()

  constructor(dir: string) {
    this.#dir = dir
    for (const name of listFiles(dir)) this.#files.set(name, null)
  }

  get names(): string[] {
    return [...this.#files.keys()]
  }

  async get(name: string): Promise<StaticFile | undefined> {
    const known = this.#files.get(name)
    if (known === undefined) return undefined
    const file = known ?? this.#load(name)
    this.#files.set(name, file)
    return file
  }

  async #load(name: string): Promise<StaticFile> {
    try {
      const body = await readFile(join(this.#dir, name))
      return { body, headers: headersOf(name, body) }
    } catch (error) {
      this.#files.set(name, null)
      throw error
    }
  }
}

function listFiles(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
  } catch {
    // Not built: the routes say so, the gateway works without.
    return []
  }
}

function headersOf(name: string, body: Buffer): Record<string, string> {
  return {
    'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    // The names of assets carry a hash of their content.
    'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `"${hash('sha256', body, 'base64url')}"`,
  }
}

/** Pages have an address of their own, so their file names are none. */
const PAGES = ['index.html', 'docs.html']

/** Where the dashboard can be linked to: each is the same page, which reads its own address. */
export const PLACES: readonly string[] = [
  '/',
  '/pair',
  '/sessions',
  '/sessions/:id',
  '/flows',
  '/flows/:id',
  '/logs',
  '/devices',
  '/connect',
]

/** The routes of the dashboard: the page, the one to read, its assets, the other files beside it. */
export function addStatic(app: FastifyInstance, files: StaticFiles): void {
  const open = { config: { open: true } }
  const page = (name: string) => async (request: FastifyRequest, reply: FastifyReply) =>
    sendFile(files, name, request, reply)
  for (const place of PLACES) app.get(place, open, page('index.html'))
  app.get('/docs', open, page('docs.html'))
  app.get<{ Params: { '*': string } }>('/assets/*', open, async (request, reply) =>
    sendFile(files, `assets/${request.params['*']}`, request, reply),
  )
  for (const name of files.names.filter((name) => /^[\w.-]+$/.test(name) && !PAGES.includes(name))) {
    app.get(`/${name}`, open, async (request, reply) => sendFile(files, name, request, reply))
  }
}

async function sendFile(files: StaticFiles, name: string, request: FastifyRequest, reply: FastifyReply) {
  const file = await files.get(name)
  if (!file) {
    const unbuilt = PAGES.includes(name)
    throw new SignalboxError(
      'notFound',
      unbuilt ? 'The dashboard is not built; run: npm run build.' : 'There is no such file.',
    )
  }
  reply.headers(file.headers)
  if (isSame(request, file.headers.etag ?? '')) return reply.code(304).send()
  return reply.send(file.body)
}
