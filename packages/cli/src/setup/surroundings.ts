import { join, resolve } from 'node:path'

/** What setup knows of the machine before it reads a single settings file. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  homeDir: string
  /** The directory of the gateway; its client lies in `bin`. */
  dataDir: string
  /** A path with all links followed; as it is where there is nothing. */
  realPath: (path: string) => string
  /** The plugin of opencode as it is shipped. */
  pluginSource: string
  /** Codex should send its telemetry, too. */
  telemetry?: { endpoint: string; token: string }
}

/** The hook client as agents call it. */
export function clientPath({ dataDir }: Pick<Surroundings, 'dataDir'>): string {
  return join(dataDir, 'bin', 'signalbox-hook')
}

/** A directory an environment variable names, else one in the home directory. */
export function directoryOf(
  { env, homeDir }: Pick<Surroundings, 'env' | 'homeDir'>,
  name: string,
  usual: string,
) {
  return resolve(env[name]?.trim() || join(homeDir, usual))
}
