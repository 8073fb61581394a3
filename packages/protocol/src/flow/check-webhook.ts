import { addressSpelling } from './address-spelling.js'
import { jsonWriters } from './json-body.js'
import { templateParts } from './template.js'
import { webhookHeaders } from './webhook-headers.js'

const ADDRESS = /^https?:\/\/(\[[0-9a-f:.]+\]|[^/?#:@[\]\\\s]+)(:\d{1,5})?(?:[/?#][^\\\s]*)?$/i
const MAX_URL = 2048

const WHOLE = 'must be a whole address, for example https://hooks.example.com/signalbox'

/** What is wrong with the URL of a webhook, in itself. Whether it may be reached is another question. */
export function urlProblem(url: string): string | undefined {
  if (url.length > MAX_URL) return `must have at most ${MAX_URL} characters`
  if (!/^[a-z][a-z\d+.-]*:/i.test(url)) return WHOLE
  if (!/^https?:/i.test(url)) return 'must begin with https:// or http://'
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(url)?.[1] ?? ''
  if (authority.includes('@'))
    return 'must not hold a name or password; put them into the header Authorization in headers_json'
  if (url.includes('{{')) return 'takes no {{fields}}'
  const [, host = '', port = ''] = ADDRESS.exec(url) ?? []
  if (host === '' || Number(port.slice(1)) > 65535) return WHOLE
  const spelled = addressSpelling(host)
  if (spelled === null) return 'has a number in place of a host that is no address'
  const isSpelled = spelled === undefined || spelled === host.replace(/\.$/, '')
  return isSpelled ? undefined : `must spell its address as ${spelled}`
}

/** What is wrong with the headers of a webhook. */
export function headersProblem(text: string): string | undefined {
  const read = webhookHeaders(text)
  return 'problem' in read ? read.problem : undefined
}

/** What a person should know of a body: one that begins like JSON and is none as it stands. */
export function bodyProblem(template: string): string | undefined {
  // {{name}} at the beginning is no object.
  if (!/^\s*(?:\{(?!\{)|\[)/.test(template)) return undefined
  if (jsonWriters(templateParts(template))) return undefined
  return 'the body begins like JSON but is none; the receiver may refuse it'
}
