/** A record as the gateway sends it. */
export function otlpRecord(more: Record<string, string> = {}, severityNumber = 9, ms = 1_700_000_000_000) {
  const said = { type: 'notify_new_plan', 'session.id': 'Codex 1', 'notify.dispatch': 'queued', ...more }
  return {
    timeUnixNano: `${ms}000000`,
    severityNumber,
    severityText: 'INFO',
    body: { stringValue: 'notify event accepted' },
    attributes: Object.entries(said).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  }
}
