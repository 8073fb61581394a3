import type { CleanCase } from './case.fixture.js'
import { CLAUDE_COMMANDS } from './claude-commands.fixture.js'
import { CLAUDE_CONTEXT } from './claude-context.fixture.js'
import { CLAUDE_MESSAGES } from './claude-messages.fixture.js'
import { CLAUDE_TASK_FORMS } from './claude-task-forms.fixture.js'
import { CLAUDE_TASKS } from './claude-tasks.fixture.js'
import { CODEX_DEVELOPER } from './codex-developer.fixture.js'
import { CODEX_USER } from './codex-user.fixture.js'
import { CONTROLS } from './controls.fixture.js'
import { HONEST } from './honest.fixture.js'
import { HOSTILE } from './hostile.fixture.js'
import { OTHER_AGENTS } from './other-agents.fixture.js'
import { PROVENANCE } from './provenance.fixture.js'
import { RECORDED } from './recorded.fixture.js'
import { SEAMS } from './seams.fixture.js'

/** Every case: what agents send and what a person should read of it. */
export const CORPUS: readonly CleanCase[] = [
  ...CLAUDE_TASKS,
  ...CLAUDE_TASK_FORMS,
  ...CLAUDE_COMMANDS,
  ...CLAUDE_CONTEXT,
  ...CLAUDE_MESSAGES,
  ...CODEX_USER,
  ...CODEX_DEVELOPER,
  ...OTHER_AGENTS,
  ...RECORDED,
  ...HONEST,
  ...CONTROLS,
  ...HOSTILE,
  ...PROVENANCE,
  ...SEAMS,
]
