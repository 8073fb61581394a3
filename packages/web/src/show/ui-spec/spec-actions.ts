import { Props } from './read-props.js'
import type { StateEdit } from './spec-state.js'
import { objectOf, type SpecNode } from './spec-tree.js'

/** What using an element does. */
export type SpecAction =
  | { type: 'edit'; edit: StateEdit }
  | { type: 'send'; text: string }
  | { type: 'open'; url: string }
  | { type: 'copy'; text: string }

const MOST = 8
const PATHS = ['path', 'statePath', 'pointer', 'key']
const LONGEST_MESSAGE = 10_000

type Read = (params: Props) => SpecAction

const READ: Readonly<Record<string, Read>> = {
  setState: (params) => ({
    type: 'edit',
    edit: { do: 'set', path: pathOf(params), value: params.get('value') },
  }),
  pushState: (params) => ({
    type: 'edit',
    edit: { do: 'push', path: pathOf(params), value: params.get('value', 'item') },
  }),
  removeState: (params) => ({
    type: 'edit',
    edit: { do: 'remove', path: pathOf(params), index: params.get('index', 'value', 'item') },
  }),
  sendMessage: (params) => ({
    type: 'send',
    text: params.text('text', 'message', 'content', 'prompt').slice(0, LONGEST_MESSAGE),
  }),
  openUrl: (params) => ({ type: 'open', url: params.text('url', 'href') }),
  copyToClipboard: (params) => ({ type: 'copy', text: params.text('text', 'value', 'content') }),
}

/** What an element does when it is pressed: said in its props or beside them, one action or a list. */
export function actionsOf(node: SpecNode, fill: (value: unknown) => unknown): SpecAction[] {
  const { press, click } = objectOf(node.on)
  const said = node.props.action ?? node.props.onPress ?? node.props.onClick ?? press ?? click
  const list = Array.isArray(said) ? said : [said]
  return list.slice(0, MOST).flatMap((one) => {
    const { action, name, type, params } = objectOf(one)
    const called = typeof one === 'string' ? one : (action ?? name ?? type)
    if (typeof called !== 'string' || !Object.hasOwn(READ, called)) return []
    const given = params ?? (typeof one === 'string' ? (node.props.params ?? node.props.actionParams) : one)
    const read = READ[called]
    return read ? [read(new Props(fill(given)))] : []
  })
}

function pathOf(params: Props): string {
  const path = params.get(...PATHS)
  if (typeof path !== 'string') return ''
  return path.startsWith('/') ? path : `/${path}`
}
