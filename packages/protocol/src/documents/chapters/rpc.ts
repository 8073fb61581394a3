import { ITEM_CONTENTS } from '../../rpc/items.js'
import type { RpcShape } from '../../rpc/message.js'
import { RPC_METHODS, type RpcMethod } from '../../rpc/methods.js'
import { RPC_NOTIFICATIONS, type RpcNotification } from '../../rpc/notifications.js'
import { type Chapter, code, codes, type Entry } from '../chapter.js'
import { opening } from '../opening.js'
import { fieldsOf } from '../type-text.js'

const methods: [string, RpcMethod][] = Object.entries(RPC_METHODS)

/** The JSON-RPC door: what can be called, and what is told. */
export function rpcChapter(): Chapter {
  return {
    id: 'rpc',
    title: 'JSON-RPC',
    blocks: [
      {
        kind: 'text',
        text:
          'JSON-RPC 2.0, one object a line. A thread is a session, its id with ' +
          `${code('thread_')} before it.${opening('/rpc')}`,
      },
    ],
    sections: [
      {
        id: 'rpc-methods',
        title: 'Methods',
        blocks: [
          { kind: 'text', text: 'A method tells what it sets off before it answers.' },
          { kind: 'entries', what: 'method', entries: methods.map(methodEntry) },
        ],
      },
      {
        id: 'rpc-notifications',
        title: 'Notifications',
        blocks: [
          {
            kind: 'entries',
            what: 'notification',
            entries: Object.entries(RPC_NOTIFICATIONS).map(notificationEntry),
          },
        ],
      },
      {
        id: 'rpc-items',
        title: 'Items',
        blocks: [
          { kind: 'text', text: `What the ${code('content')} of an item can be, by its ${code('type')}.` },
          { kind: 'entries', what: 'content', entries: Object.entries(ITEM_CONTENTS).map(itemEntry) },
        ],
      },
    ],
  }
}

function methodEntry([name, row]: [string, RpcMethod]): Entry {
  const { aliases = [], params, result, permission, notifications, description, example } = row
  return {
    anchor: `rpc-${name}`,
    name,
    facts: {
      permission: code(permission),
      alias: aliases.length === 0 ? '' : codes(aliases),
      result: codes(fieldsOf(result).map((field) => (field.optional ? `${field.name}?` : field.name))),
      tells: notifications.length === 0 ? '' : codes(notifications),
    },
    text: description,
    fields: fieldsOf(params),
    example,
  }
}

function notificationEntry([name, { params, description, example }]: [string, RpcNotification]): Entry {
  return { anchor: `rpc-${name}`, name, facts: {}, text: description, fields: fieldsOf(params), example }
}

function itemEntry([name, { schema, description, example }]: [string, RpcShape]): Entry {
  const anchor = `rpc-item-${name}`
  return { anchor, name, facts: {}, text: description, fields: fieldsOf(schema, ['type']), example }
}
