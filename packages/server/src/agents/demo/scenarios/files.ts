import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scenario } from '../scenario.js'
import type { Stage } from '../stage.js'
import { callTool, failCall, succeed } from './call-tool.js'

/** The one file the demo agent writes, in the directory of the session. */
export const DEMO_FILE = 'signalbox-demo.md'

const { O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants

const VERSIONS = [
  'The demo agent wrote this file to show how changes of files look. You may delete it.',
  'The demo agent wrote this file to show how changes of files look, and then wrote it once more.\n\n' +
    '- first version: a sentence\n- second version: a list\n\nYou may delete it.',
] as const

export const playFiles: Scenario = async (stage) => {
  await stage.text(
    `I am the demo agent. This one is real: I write ${DEMO_FILE} in the directory of the session.\n`,
  )
  let written = 0
  for (const version of VERSIONS) written += (await writeDemo(stage, version)) ? 1 : 0
  await stage.text(
    written === VERSIONS.length
      ? `${DEMO_FILE} was written twice. Nothing else was touched.\n`
      : `I could not write ${DEMO_FILE}, so I leave it. Nothing else was touched.\n`,
  )
}

/** Really writes the demo file; whether it could. */
export async function writeDemo(stage: Stage, version: string): Promise<boolean> {
  const iteration = stage.numbering.next(DEMO_FILE)
  const content = `# Signalbox demo, iteration ${iteration}\n\n${version}\n`
  const toolCallId = await callTool(stage, 'write_file', { path: DEMO_FILE, content })
  // Not a wait the stage can cut: an agent that is closed leaves no half-written file behind.
  const outcome = await writeDemoFile(stage.cwd, content)
  if ('problem' in outcome) {
    await failCall(stage, toolCallId, outcome.problem)
    return false
  }
  await stage.say('file_changed', { path: DEMO_FILE, iteration, size: outcome.size })
  await succeed(stage, toolCallId, `${outcome.size} bytes written to ${DEMO_FILE}`)
  return true
}

/** Writes only what is, or becomes, a plain file of its own in that directory: no link leads out of it. */
async function writeDemoFile(cwd: string, content: string): Promise<{ size: number } | { problem: string }> {
  try {
    const file = await open(join(cwd, DEMO_FILE), O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o644)
    try {
      const found = await file.stat()
      if (!found.isFile() || found.nlink !== 1) return { problem: `${DEMO_FILE} is not a plain file` }
      const bytes = Buffer.from(content)
      await file.truncate()
      await file.writeFile(bytes)
      return { size: bytes.length }
    } finally {
      await file.close()
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
