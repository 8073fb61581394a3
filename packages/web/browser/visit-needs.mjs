import { visit } from './visit.mjs'

/** A paired browser on the page of what needs a person, a program beside it, and agents in terminals. */
export async function visitNeeds() {
  const visited = await visit()
  const { gateway, page, client } = visited
  let sessions = 0

  /** Claude Code in a terminal: its hook is held until somebody answers. */
  function claude(cwd = '/home/ada/shop') {
    sessions += 1
    const session = { session_id: `c${sessions}`, prompt_id: 'p1', cwd }
    const tool_use_id = `t${sessions}`
    const hook = async (name, more) =>
      (await gateway.hook('claude', { ...session, hook_event_name: name, ...more })).json()
    return {
      hook,
      prompt: (prompt) => hook('UserPromptSubmit', { prompt }),
      /** Asks for leave, and resolves with what was decided. */
      asks: (tool_name, tool_input, more) =>
        hook('PermissionRequest', { tool_name, tool_input, tool_use_id, ...more }).then(
          ({ hookSpecificOutput }) => hookSpecificOutput?.decision,
        ),
      /** Somebody allowed it in the terminal, and it is done. */
      done: (tool_name, tool_input) =>
        hook('PostToolUse', { tool_name, tool_use_id, tool_input, tool_response: {} }),
    }
  }

  return {
    ...visited,
    claude,
    /** A session of the demo agent that was given a prompt. */
    async demo(prompt) {
      const { id } = await client.createSession({ agentType: 'demo' })
      await client.runTurn(id, prompt)
      return id
    },
    /** The card that says this. */
    card: (name, on = page) => on.getByRole('article', { name }),
  }
}

/** What Claude Code asks with for a command. */
export const bash = (command) => ['Bash', { command }]

/** Presses a lever as a person does: again, where the card had moved and did not take it. */
export async function pull(lever) {
  for (let tries = 1; ; tries += 1) {
    await lever.click()
    try {
      return await lever.waitFor({ state: 'detached', timeout: 1_000 })
    } catch (error) {
      if (tries === 10) throw error
    }
  }
}
