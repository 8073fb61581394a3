import type { OtelExport, OtelExportDeps } from './otel-export.js'

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'] as const

/** Whether records are to be exported: where to, the environment says. */
export function wantsOtelExport(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return false
  if (env.OTEL_LOGS_EXPORTER?.trim().toLowerCase() === 'none') return false
  return ENDPOINTS.some((name) => (env[name]?.trim() ?? '') !== '')
}

/** Starts the export. The SDK is loaded here and nowhere else: who does not export does not pay for it. */
export async function startOtelExport(deps: OtelExportDeps): Promise<OtelExport> {
  const { OtelExport } = await import('./otel-export.js')
  return new OtelExport(deps)
}
