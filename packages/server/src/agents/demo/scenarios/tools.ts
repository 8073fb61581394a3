import type { Scenario } from '../scenario.js'
import { callTool, failCall, playCommand, succeed } from './call-tool.js'

export const playTools: Scenario = async (stage) => {
  await stage.text('I am the demo agent and play two tool calls. No tool is really used.\n')
  const read = await callTool(stage, 'read_file', { path: 'src/auth.ts', limit: 40 })
  await stage.pause(30)
  await succeed(stage, read, '// demo: no file was read\nexport class AuthService {}\n')
  const search = await callTool(stage, 'grep', { pattern: 'AuthService', include: ['src/**/*.ts'] })
  await stage.pause(30)
  await succeed(stage, search, 'src/auth.ts:2 (demo: nothing was searched)')
  await stage.text('Both calls came back well.\n')
}

export const playToolError: Scenario = async (stage) => {
  await stage.text('I am the demo agent and play a tool call that fails.\n')
  const call = await callTool(stage, 'read_file', { path: 'src/missing.ts' })
  await stage.pause(30)
  await failCall(stage, call, 'ENOENT: src/missing.ts (demo: no file was read)')
  await stage.text('The call failed as planned, so I go on without that file.\n')
}

export const playTerminal: Scenario = async (stage) => {
  await stage.text('I am the demo agent and play two commands. Nothing is really run.\n')
  const test = await callTool(stage, 'bash', { command: 'npm test' })
  await playCommand(stage, test, {
    lines: [
      '$ npm test   # demo: nothing is run',
      '\u001b[32m✓\u001b[0m src/auth.test.ts (3)',
      '\u001b[32m✓\u001b[0m src/token.test.ts (5)',
      '8 passed (demo)',
    ],
    exitCode: 0,
  })
  const lint = await callTool(stage, 'bash', { command: 'npm run lint' })
  await playCommand(stage, lint, {
    lines: [
      '$ npm run lint   # demo: nothing is run',
      '\u001b[31m✗\u001b[0m src/auth.ts:7 unused variable (demo)',
    ],
    exitCode: 1,
  })
  await stage.text('The first command would have ended well, the second would not.\n')
}
