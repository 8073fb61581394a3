import { Worker } from 'node:worker_threads'
import type { ThreadSettings } from './thread-messages.js'

/**
 * What these threads make is short-lived: a small nursery is collected sooner and costs no more, where V8's own size
 * would hold some 40 MB of garbage on each of them.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 8 }

/** A thread of the log, from the file beside this one unless the settings name another place. */
export function startThread(file: `${string}-thread.js`, settings: ThreadSettings): Worker {
  return new Worker(new URL(file, settings.threads ?? import.meta.url), {
    workerData: settings,
    resourceLimits,
  })
}
