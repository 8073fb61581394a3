// A chat with an agent: what you type goes to it, what it says comes back; y or n when it asks for permission.
//   SIGNALBOX_TOKEN=$(cat ~/.signalbox/token) node examples/chat.mjs http://127.0.0.1:8080 demo
import { createInterface } from 'node:readline'
import { connect } from '@signalbox/client'

const [url = 'http://127.0.0.1:8080', agentType = 'demo'] = process.argv.slice(2)
const client = await connect({ url, token: process.env.SIGNALBOX_TOKEN })
const { id } = await client.createSession({ agentType, name: 'Chat' })
const keyboard = createInterface({ input: process.stdin, output: process.stdout })
// One reader for everything that is typed, so that no line is lost or answered twice, also when they come from a pipe.
const lines = keyboard[Symbol.asyncIterator]()
let over = false
keyboard.on('close', () => {
  over = true
})

/** The next line; undefined when there is none. */
async function ask(prompt) {
  if (over) process.stdout.write(prompt)
  else {
    keyboard.setPrompt(prompt)
    keyboard.prompt()
  }
  return (await lines.next()).value
}

/** What a terminal would act on has no business in a chat. */
const plain = (text) => text.replace(/[^\P{C}\n\t]/gu, '')

const WHEN = {
  text_delta: ({ text }) => process.stdout.write(plain(text)),
  tool_call: ({ toolName, args }) => console.log(plain(`\n→ ${toolName} ${JSON.stringify(args)}`)),
  permission_requested: async ({ requestId, toolName, description }) => {
    const answer = await ask(plain(`\n${toolName} wants to: ${description}. Allow? [y/n] `))
    await client.respondPermission(id, requestId, { approved: answer?.trim().toLowerCase() === 'y' })
  },
  question_requested: ({ requestId }) => client.answerQuestion(id, requestId, { dismissed: true }),
  turn_error: ({ message }) => console.log(plain(`\nIt failed: ${message}`)),
}

for (let line = await ask('\nyou: '); line !== undefined; line = await ask('\nyou: ')) {
  try {
    if (line.trim() !== '') for await (const event of client.run(id, line)) await WHEN[event.type]?.(event)
  } catch (error) {
    console.log(plain(`\n${error.message}`))
  }
}
client.close()
