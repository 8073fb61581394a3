import type {
  AgentMode,
  AttentionEntry,
  AutonomyProfile,
  RequestEntry,
  RequestStatus,
  SessionSettings,
} from '@signalbox/protocol'
import { Commands } from './commands.js'
import type { SessionEvent } from './frame.js'

export interface TurnOptions {
  /** The same id twice is one turn. Without it the client makes one, so that a cut never starts two. */
  clientTurnId?: string
}

/** `turnId` names the turn in everything that comes of it. */
export type TurnStarted = SessionEvent<'turn_started'> & { turnId: string }

export interface PermissionAnswer {
  approved: boolean
  /** What the agent is told. */
  message?: string
  /** The same answer from now on, in this session. */
  remember?: boolean
}

export interface QuestionAnswer {
  /** By the id of each question: the option, `yes` or `no`, or free text. */
  answers?: Record<string, string>
  /** The agent is to go on without. */
  dismissed?: boolean
}

/** How many to list: 1 to 1000. */
interface Limit {
  limit?: number
}

/** Driving an agent: its turns, the answers it waits for, how freely it works. */
export abstract class TurnCommands extends Commands {
  /** An id nobody else makes. */
  protected abstract newId(): string

  /** Gives the agent a prompt; resolves when the turn began. `run` also yields what comes of it. */
  async runTurn(
    sessionId: string,
    text: string,
    { clientTurnId = this.newId() }: TurnOptions = {},
  ): Promise<TurnStarted> {
    return (await this.about('run_turn', sessionId, { text, clientTurnId })) as TurnStarted
  }

  /** Resolves when the wish was heard; the turn ends with a `turn_complete` of its own. */
  stopTurn(sessionId: string): Promise<SessionEvent<'stop_acknowledged'>> {
    return this.about('stop_turn', sessionId, {})
  }

  /** Says something to the agent while it works; resolves when it reached it. */
  steer(sessionId: string, content: string): Promise<SessionEvent<'steer_sent'>> {
    return this.about('steer', sessionId, { content })
  }

  /** Allows or denies what the agent asks to do. Throws RequestAlreadyResolved when somebody was faster. */
  respondPermission(
    sessionId: string,
    requestId: string,
    answer: PermissionAnswer,
  ): Promise<SessionEvent<'approval_resolved'>> {
    return this.about('respond_permission', sessionId, { requestId, ...answer })
  }

  /** Answers or dismisses what the agent asks. Throws RequestAlreadyResolved when somebody was faster. */
  answerQuestion(
    sessionId: string,
    requestId: string,
    answer: QuestionAnswer,
  ): Promise<SessionEvent<'question_resolved'>> {
    return this.about('answer_question', sessionId, { requestId, answers: {}, ...answer })
  }

  /** What agents ask people, over all sessions, longest waiting first. */
  async listRequests(options: Limit & { status?: RequestStatus } = {}): Promise<RequestEntry[]> {
    return (await this.request({ type: 'list_requests', ...options })).requests
  }

  /** The sessions that need a person, longest waiting first. */
  async listAttention(options: Limit & { status?: 'raised' | 'cleared' } = {}): Promise<AttentionEntry[]> {
    return (await this.request({ type: 'list_attention', ...options })).attention
  }

  /** Lets the agent work in another way. */
  switchMode(sessionId: string, mode: AgentMode): Promise<SessionEvent<'mode_switched'>> {
    return this.about('switch_mode', sessionId, { mode })
  }

  /** Sets how much the agent may do without asking. */
  setAutonomyProfile(
    sessionId: string,
    profile: AutonomyProfile,
  ): Promise<SessionEvent<'autonomy_profile_updated'>> {
    return this.about('set_autonomy_profile', sessionId, { profile })
  }

  /** Changes how the gateway treats a session. */
  updateSessionSettings(
    sessionId: string,
    settings: SessionSettings,
  ): Promise<SessionEvent<'session_settings_updated'>> {
    return this.about('update_session_settings', sessionId, { settings })
  }
}
