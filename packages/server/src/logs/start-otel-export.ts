import type { LogRecords } from './log-records.js'
import type { OtelExport, OtelExportDeps } from './otel-export.js'

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'] as const

/**
 * Sends records to an OTLP receiver, where the environment names one. The SDK is loaded here and nowhere else: who does not
 * export does not pay for it.
 */
export async function startOtelExport(
  records: LogRecords,
  { tenantId, ...deps }: { tenantId: string } & Omit<OtelExportDeps, 'follower'>,
): Promise<OtelExport | undefined> {
  if (!isWanted(process.env)) return undefined
  try {
    const { OtelExport } = await import('./otel-export.js')
    const follower = records.tail(tenantId).follow(await records.last())
    return new OtelExport({ follower, ...deps })
  } catch (error) {
    deps.journal.warn('log records cannot be exported', { reason: String(error) })
    return undefined
  }
}

/** Whether records are to be exported: where to, the environment says. */
function isWanted(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return false
  if (env.OTEL_LOGS_EXPORTER?.trim().toLowerCase() === 'none') return false
  return ENDPOINTS.some((name) => (env[name]?.trim() ?? '') !== '')
}
