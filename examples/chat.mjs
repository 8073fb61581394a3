// A chat with an agent: what you type goes to it, what it says comes back; y or n when it asks for permission.
//   SIGNALBOX_TOKEN=$(cat ~/.signalbox/token) node examples/chat.mjs http://127.0.0.1:8080 demo
import { createInterface } from 'node:readline/promises'
import { connect } from '@signalbox/client'

const [url = 'http://127.0.0.1:8080', agentType = 'demo'] = process.argv.slice(2)
const client = await connect({ url, token: process.env.SIGNALBOX_TOKEN })
const keyboard = createInterface({ input: process.stdin, output: process.stdout })
const { id } = await client.createSession({ agentType, name: 'Chat' })

/** What a terminal would act on has no business in a chat. */
const plain = (text) => text.replace(/[^\P{C}\n\t]/gu, '')

const WHEN = {
  text_delta: ({ text }) => process.stdout.write(plain(text)),
  tool_call: ({ toolName, args }) => console.log(plain(`\n→ ${toolName} ${JSON.stringify(args)}`)),
  permission_requested: async ({ requestId, toolName, description }) => {
    const answer = await keyboard.question(plain(`\n${toolName} wants to: ${description}. Allow? [y/n] `))
    await client.respondPermission(id, requestId, { approved: answer.trim().toLowerCase() === 'y' })
  },
  question_requested: ({ requestId }) => client.answerQuestion(id, requestId, { dismissed: true }),
  turn_error: ({ message }) => console.log(plain(`\nIt failed: ${message}`)),
}

keyboard.setPrompt('\nyou: ')
keyboard.prompt()
for await (const line of keyboard) {
  try {
    if (line.trim() !== '') for await (const event of client.run(id, line)) await WHEN[event.type]?.(event)
  } catch (error) {
    console.log(plain(`\n${error.message}`))
  }
  keyboard.prompt()
}
client.close()
