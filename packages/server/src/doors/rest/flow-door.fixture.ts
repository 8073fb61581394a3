import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Answer, send, type TestGateway, testGateway } from '../../testing.js'

export const TOAST = {
  activity_id: 'toast_notification',
  config: { level: 'info', message_template: '{{summary}}' },
}
const YAML = { 'content-type': 'application/yaml' }

/** One gateway for a file of tests, without a flow before each of them; and its door. */
export class FlowDoorInHand {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'signalbox-flow-door-'))
  #gateway: TestGateway | undefined
  #stop = async () => {}

  constructor() {
    beforeAll(async () => {
      const cleanUp = (close: () => Promise<void>) => {
        this.#stop = close
      }
      this.#gateway = await testGateway({ dataDir: this.dataDir, cleanUp })
    })
    afterAll(async () => {
      await this.#stop()
      rmSync(this.dataDir, { recursive: true, force: true })
    })
    beforeEach(async () => {
      rmSync(join(this.dataDir, 'flows'), { recursive: true, force: true })
      mkdirSync(join(this.dataDir, 'flows'))
      await this.put({ version: 1, triggers: [], bindings_by_trigger_id: {} })
    })
  }

  get gateway(): TestGateway {
    if (!this.#gateway) throw new Error('the gateway is not there yet')
    return this.#gateway
  }

  get(path: string): Promise<Answer> {
    return send(this.gateway, 'GET', `/api/flow/${path}`)
  }

  put(body: unknown, headers = {}): Promise<Answer> {
    return send(this.gateway, 'PUT', '/api/flow/config', { body, headers })
  }

  putTrigger(id: string, body: unknown, headers = {}): Promise<Answer> {
    return send(this.gateway, 'PUT', `/api/flow/triggers/${encodeURIComponent(id)}`, { body, headers })
  }

  importYaml(body: string | Buffer, headers: Record<string, string> = YAML): Promise<Answer> {
    return send(this.gateway, 'POST', '/api/flow/config/import', { body, headers })
  }

  dryRun(body: unknown): Promise<Answer> {
    return send(this.gateway, 'POST', '/api/flow/dry-run', { body })
  }
}

export const problemOf = ({ status, json }: Answer) => [status, json.code, json.field]
