import { Client, type ClientOptions } from './client.js'
import { signedIn } from './signed-in.js'

export type { ClientOptions, JoinTarget } from './client.js'
export type { Clock } from './clock.js'
export type {
  EventPage,
  HistoryPage,
  ListOptions,
  NewSession,
  ReadOptions,
  SessionPage,
} from './commands.js'
export type { JoinStart } from './cursor.js'
export type { StreamItem } from './event-stream.js'
export type { AnyFrame, Frame, SessionEvent, SessionEventType } from './frame.js'
export { GatewayError, type LocalCode } from './gateway-error.js'
export type { Message, Replies, Reply } from './replies.js'
export type { Socket, SocketConstructor } from './socket.js'
export type { Snapshot } from './subscription.js'
export type { ConnectionStatus, Told } from './told.js'
export type { PermissionAnswer, QuestionAnswer, TurnOptions, TurnStarted } from './turn-commands.js'
export type { TurnEnd } from './turn-of.js'
export { Client }

/**
 * A client that is signed in. Rejects when the first attempt fails, so a wrong address or token is told at once;
 * from then on the client reconnects by itself. `new Client` is for who wants to wait for the gateway instead.
 */
export function connect(options: ClientOptions): Promise<Client> {
  return signedIn(new Client(options), options.url)
}
