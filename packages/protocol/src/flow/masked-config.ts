import type { FlowConfig } from './flow.js'

/** Stands for the value of a header that only who may change flows is shown. */
export const MASKED = '***'

type Told = Readonly<Record<string, unknown>>

/** Flows as those see them who may not change them: the headers of webhooks hold secrets, so they are named only. */
export function maskedConfig(config: FlowConfig): FlowConfig {
  return {
    ...config,
    bindings_by_trigger_id: Object.fromEntries(
      Object.entries(config.bindings_by_trigger_id).map(([id, bindings]) => [
        id,
        bindings.map((binding) => ({ ...binding, config: maskedHeaders(binding.config) })),
      ]),
    ),
  }
}

/** The config of an activity, or what it is rendered as, with the values of its headers masked. */
export function maskedHeaders<T extends Told>(config: T): T {
  const { headers_json: headers } = config
  if (typeof headers !== 'string' || headers.trim() === '') return config
  return { ...config, headers_json: namesIn(headers) }
}

function namesIn(headers: string): string {
  try {
    const value: unknown = JSON.parse(headers)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return JSON.stringify(Object.fromEntries(Object.keys(value).map((name) => [name, MASKED])))
  } catch {
    // Nothing of it is told then.
  }
  return MASKED
}
