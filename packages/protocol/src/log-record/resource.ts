import { VERSION } from '../documents/about.js'
import { attributeValue, type LogRecord } from './log-record.js'

/**
 * Who tells: the gateway, by name and version. The name of the machine is not in it: it often is a person's, and records
 * may leave the machine. Who wants it there sets OTEL_RESOURCE_ATTRIBUTES.
 */
export const GATEWAY_RESOURCE: LogRecord['resource'] = {
  attributes: [
    { key: 'service.name', value: attributeValue('signalbox') },
    { key: 'service.version', value: attributeValue(VERSION) },
  ],
}
