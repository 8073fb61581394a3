import { urlProblem } from '@signalbox/protocol/flow'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WebhookAddresses, type WebhookAddressesDeps, WebhookRefused } from './webhook-address.js'

const NAMES: Readonly<Record<string, string[]>> = {
  'hooks.example.com': ['93.184.216.34', '2606:2800:220:1::1'],
  'inside.example.com': ['10.1.2.3'],
  'both.example.com': ['93.184.216.34', '169.254.169.254'],
  'box.lan': ['192.168.1.5'],
  localhost: ['127.0.0.1', '::1'],
  'app.localhost': ['127.0.0.1'],
  'me.example.com': ['198.41.0.4'],
}
const asked: string[] = []

function addresses(more: Partial<WebhookAddressesDeps> = {}) {
  return new WebhookAddresses({
    allow: [],
    ownPort: () => 8080,
    ownAddresses: () => ['198.41.0.4'],
    resolve: async (name) => {
      asked.push(name)
      const found = NAMES[name]
      if (!found) throw new Error(`getaddrinfo ENOTFOUND ${name}`)
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    ...more,
  })
}
const why = async (url: string, more: Partial<WebhookAddressesDeps> = {}): Promise<string> => {
  const error = await addresses(more)
    .find(url)
    .then(
      () => undefined,
      (problem: unknown) => problem,
    )
  if (error === undefined) return ''
  expect(error, url).toBeInstanceOf(WebhookRefused)
  return (error as Error).message
}

describe('WebhookAddresses', () => {
  it('gives the addresses that were checked, and asks for them once', async () => {
    asked.length = 0
    const { url, addresses: found } = await addresses().find(' https://Hooks.Example.com./x?y=1 ')
    expect(url.href).toBe('https://hooks.example.com./x?y=1')
    expect(found.map(({ address, family }) => [address, family])).toEqual([
      ['93.184.216.34', 4],
      ['2606:2800:220:1::1', 6],
    ])
    expect(asked).toEqual(['hooks.example.com'])
    expect((await addresses().find('http://93.184.216.34:81/')).addresses).toHaveLength(1)
    expect((await addresses().find('http://[2606:2800:220:1::1]/')).addresses[0]?.address).toBe(
      '2606:2800:220:1::1',
    )
  })

  it('checks for each who asks what a shared lookup found', async () => {
    const [port, other] = ['http://me.example.com:8080/', 'http://me.example.com/']
    asked.length = 0
    const shared = addresses()
    const both = await Promise.allSettled([shared.find(port), shared.find(other)])
    expect(asked).toEqual(['me.example.com'])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })

  it('asks nobody for an address', async () => {
    asked.length = 0
    let begun = 0
    for (const url of ['http://93.184.216.34/', 'http://[2606:2800:220:1::1]/'])
      await addresses().find(url, () => begun++)
    expect([asked, begun]).toEqual([[], 0])
  })

  it.each([
    ['http://127.0.0.1:9000/', '127.0.0.1:9000'],
    ['http://localhost/', 'localhost:80'],
    ['http://LOCALHOST./', 'localhost:80'],
    ['https://app.localhost/', 'app.localhost:443'],
    ['http://0.0.0.0:1/', '0.0.0.0:1'],
    ['http://[::1]:9/', '[::1]:9'],
    ['http://[::]/', '[::]:80'],
    ['http://[::ffff:127.0.0.1]/', '[::ffff:7f00:1]:80'],
    ['http://[2002:7f00:1::]/', '[2002:7f00:1::]:80'],
    ['http://169.254.169.254/latest/meta-data/', '169.254.169.254:80'],
    ['https://inside.example.com/', 'inside.example.com:443'],
    ['https://both.example.com/', 'both.example.com:443'],
    ['http://box.lan:5000/', 'box.lan:5000'],
  ])('refuses %s, and says how to open it', async (url, place) => {
    const said = await why(url)
    expect(said).toContain('is a private address')
    expect(said).toContain(`add "${place}" to SIGNALBOX_WEBHOOK_ALLOW or "webhooks.allow" in config.json`)
    // What it says helps.
    expect(await why(url, { allow: [place] })).toBe('')
  })

  it.each([
    ['ftp://hooks.example.com/', 'https:// or http://'],
    ['file:///etc/passwd', 'https:// or http://'],
    ['hooks.example.com', 'whole address'],
    ['', 'whole address'],
    ['https://', 'whole address'],
    ['https://me:secret@hooks.example.com/', 'Authorization'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://134744072/', '8.8.8.8'],
    ['http:/\\127.0.0.1/', 'whole address'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
  ])('refuses %s', async (url, said) => {
    expect(await why(url, { allow: ['127.0.0.1', '8.8.8.8'] })).toContain(said)
  })

  it('says without asking anybody what is closed by its own words, in the same words', async () => {
    asked.length = 0
    const said = (url: string) => addresses().closed(url)
    for (const url of [
      'http://127.0.0.1:9000/',
      'http://localhost/',
      'http://[::1]:9/',
      'http://0x7f.1/',
      'x',
    ])
      expect(said(url)).toBe(await why(url))
    for (const url of ['https://hooks.example.com/', 'https://inside.example.com/', 'http://93.184.216.34/'])
      expect(said(url)).toBeUndefined()
    expect(asked).toEqual([])
    expect(addresses({ allow: ['127.0.0.1'] }).closed('http://127.0.0.1:8080/')).toContain(
      'this gateway itself',
    )
  })

  it('opens a host on every port, or on one', async () => {
    const allow = ['192.168.1.5', 'inside.example.com:8443', '[fd00::1]']
    expect(await why('http://192.168.1.5/', { allow })).toBe('')
    expect(await why('http://192.168.1.5:99/', { allow })).toBe('')
    expect(await why('https://inside.example.com:8443/', { allow })).toBe('')
    expect(await why('http://[FD00:0:0::1]/', { allow })).toBe('')
    // Exactly: neither another port, nor another name of the same address, nor another address of the same range.
    expect(await why('https://inside.example.com/', { allow })).toContain('private')
    expect(await why('http://box.lan/', { allow })).toContain('private')
    expect(await why('http://192.168.1.6/', { allow })).toContain('private')
  })

  it('does not post to the gateway itself, unless its very port was opened', async () => {
    expect(await why('http://me.example.com:8080/')).toContain('this gateway itself')
    expect(await why('http://me.example.com/')).toBe('')
    expect(await why('http://127.0.0.1:8080/', { allow: ['127.0.0.1'] })).toContain('this gateway itself')
    for (const address of [
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:198.41.0.4',
      '::1',
      '0.0.0.0',
      'fe80::1%lo',
    ])
      expect(
        await why('http://inside.example:8080/', {
          allow: ['inside.example'],
          ownAddresses: () => ['198.41.0.4', 'fe80::1'],
          resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
        }),
        address,
      ).toContain('this gateway itself')
    expect(await why('http://127.0.0.1:8081/', { allow: ['127.0.0.1'] })).toBe('')
    expect(await why('http://127.0.0.1:8080/', { allow: ['127.0.0.1:8080'] })).toBe('')
    expect(await why('http://127.0.0.1:8080/', { allow: ['127.0.0.1'], ownPort: () => undefined })).toBe('')
  })

  it('passes on that a name is not found: it may be tomorrow', async () => {
    const problem = await addresses()
      .find('https://gone.example.com/')
      .catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(Error)
    expect(problem).not.toBeInstanceOf(WebhookRefused)
    await expect(addresses({ resolve: async () => [] }).find('http://none.example.com/')).rejects.toThrow(
      'has no address',
    )
  })

  it('takes an address in its usual spelling only, as everybody else reads it', () => {
    const part = fc
      .oneof(fc.nat(300), fc.nat(0xffffffff))
      .chain((n) => fc.constantFrom(`${n}`, `0${n.toString(8)}`, `0x${n.toString(16)}`))
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const url = `http://${parts.join('.')}/`
        const read = URL.canParse(url) ? new URL(url).hostname : undefined
        expect(urlProblem(url) === undefined).toBe(read === parts.join('.'))
      }),
    )
  })

  it('gives nothing private, whatever is asked for', async () => {
    const url = fc.oneof(
      fc.webUrl(),
      fc
        .tuple(fc.constantFrom('http://', 'https://'), fc.oneof(fc.ipV4Extended(), fc.ipV4()))
        .map((of) => of.join('')),
      fc.ipV6().map((address) => `http://[${address}]/`),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(url, fc.ipV4(), async (text, resolved) => {
        const found = await addresses({ resolve: async () => [{ address: resolved, family: 4 }] })
          .find(text)
          .catch((problem: unknown) => problem)
        if (found instanceof WebhookRefused) return
        if (found instanceof Error) throw found
        for (const { address } of (found as { addresses: { address: string }[] }).addresses)
          expect(address).not.toMatch(/^(10|127|0)\.|^192\.168\.|^169\.254\.|^f[cde]|^::1?$/)
      }),
    )
  })
})
